import type { LetterLanguage } from '#contract/campaign-units.ts'
import type { Block, Sheet } from '../../integrations/pdf/paper-document.ts'
import type { Own } from '../../records/record-tables.ts'
import type { Settings } from '../../settings/settings.ts'
import { hasFrench, letterLanguagesOf, textsIn } from './languages.ts'
import type { Addressee } from './letter-rows.ts'
import { adviceToOwners, wordsOf } from './letter-words.ts'

type Campaign = Own<'campaigns'>
/** The sender, if known, and the date. */
export type From = { today: string; maker: Settings['maker'] }
const LOCALES = { en: 'en-US', fr: 'fr-CA' } as const

/** The sheets of the letter to a vehicle's registered owner, one per language; the first has the address. */
export function letterOf(campaign: Campaign, to: Addressee, { today, maker }: From): Sheet[] {
  const town = [to.city, [to.state, to.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const address = [to.owner_name, to.address, town, to.country].filter(Boolean)
  return letterLanguagesOf(campaign, to.language).map((language, place) => ({
    language,
    ...(place === 0 && { address }),
    head: maker,
    side: sideOf(campaign, today, language),
    blocks: blocksOf(campaign, to.vin, language),
  }))
}

function sideOf({ number, regulator_number }: Campaign, today: string, language: LetterLanguage) {
  const campaign = wordsOf('number', language, { number })
  return [dayIn(today, language), campaign, regulator_number].filter(Boolean)
}

function blocksOf(campaign: Campaign, VIN: string, language: LetterLanguage): Block[] {
  const isRecall = campaign.type === 'recall'
  const wants = (regulator: string) => isRecall && campaign.regulators.split(',').includes(regulator)
  const { title, defect, risk, remedy } = textsIn(campaign, language)
  const advice = adviceToOwners[campaign.advice][language]
  const { remedy_from, phone } = campaign
  const word = (name: Parameters<typeof wordsOf>[0], values?: Record<string, string>) => wordsOf(name, language, values)
  const part = (label: 'defect' | 'risk' | 'remedy', text: string): Block[] =>
    text
      ? [
          { look: 'label', text: word(label) },
          { look: 'text', text },
        ]
      : []
  const when = remedy_from ? word('remedyFrom', { day: dayIn(remedy_from, language) }) : word('noParts')
  const all: (Block | false)[] = [
    { look: 'head', text: word(isRecall ? 'recall' : 'service') },
    { look: 'strong', text: word('applies', { VIN }) },
    wants('nhtsa') && { look: 'text', text: word('act') },
    wants('transport_canada') && { look: 'text', text: word('canada') },
    { look: 'title', text: title },
    advice !== '' && { look: 'strong', text: advice },
    ...part('defect', defect),
    ...part('risk', risk),
    ...part('remedy', remedy),
    { look: 'text', text: when },
    phone !== '' && { look: 'text', text: word('phone', { phone }) },
    wants('nhtsa') && { look: 'fine', text: word('complain') },
    wants('nhtsa') && { look: 'fine', text: word('lessor') },
  ]
  return all.filter((block) => block !== false)
}

/** The bulletin for dealers, in English, and in French if Canada is concerned; the vehicles follow the last text. */
export function bulletinOf(campaign: Campaign, vins: string[], { today, maker }: From): Sheet[] {
  const isCanadian = campaign.regulators.includes('transport_canada') && hasFrench(campaign)
  const languages: LetterLanguage[] = isCanadian ? ['en', 'fr'] : ['en']
  return languages.map((language, place) => {
    const { title, defect, risk, remedy } = textsIn(campaign, language)
    const texts = [
      ['defect', defect],
      ['risk', risk],
      ['remedy', remedy],
      ['advice', adviceToOwners[campaign.advice][language]],
    ] as const
    const { remedy_from } = campaign
    const when = remedy_from
      ? wordsOf('partsFrom', language, { day: dayIn(remedy_from, language) })
      : wordsOf('partsMissing', language)
    return {
      language,
      head: maker,
      side: sideOf(campaign, today, language),
      blocks: [
        { look: 'head', text: wordsOf('bulletin', language) },
        { look: 'title', text: title },
        ...texts.flatMap(([label, text]): Block[] =>
          text
            ? [
                { look: 'label', text: wordsOf(label, language) },
                { look: 'text', text },
              ]
            : [],
        ),
        { look: 'text', text: when },
        {
          look: 'label',
          text: wordsOf('vehicles', language, { count: vins.length.toLocaleString(LOCALES[language]) }),
        },
      ],
      ...(place === languages.length - 1 && { listed: vins }),
    }
  })
}

const dayIn = (day: string, language: LetterLanguage) =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
