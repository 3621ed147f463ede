import type { LetterLanguage } from '#contract/campaign-units.ts'
import { type CampaignType, campaignTypeWords } from '#contract/campaigns.ts'
import type { Own } from '../../records/record-tables.ts'
import { type CampaignTexts, textsIn } from './languages.ts'
import { adviceToOwners } from './letter-words.ts'

/** Whom a campaign tells about a vehicle, and what. */
export type Told = {
  campaign_id: string
  unit_id: string
  rv_id: string
  user_id: string
  kind: 'told' | 'asked' | 'withdrawn'
  /** Whether the full VIN that was entered has a wrong check digit, of those who are asked. */
  is_mistyped?: number
}
type Campaign = CampaignTexts & Pick<Own<'campaigns'>, 'type' | 'phone' | 'advice'>

const TITLES: Record<LetterLanguage, Record<CampaignType, string>> = {
  en: campaignTypeWords,
  fr: { recall: 'Rappel de sécurité', service: 'Campagne de service' },
}
const THINGS = {
  en: { recall: 'recall', service: 'service campaign' },
  fr: { recall: 'ce rappel', service: 'cette campagne de service' },
} as const

/** What owners read in the app, in their language. */
export function textOf(campaign: Campaign, kind: Told['kind'], language: LetterLanguage) {
  const { type, advice, phone } = campaign
  const { title } = textsIn(campaign, language)
  const told = [`${title}.`, adviceToOwners[advice][language], callIn(language, phone)].filter(Boolean).join(' ')
  const thing = THINGS[language][type]
  const english = {
    told,
    asked: `Your RV may be part of a ${thing}. Please enter its full VIN.`,
    withdrawn: `${title}: Your RV is not part of this ${thing}.`,
  }
  const french = {
    told,
    asked: `Votre VR est peut-être visé par ${type === 'recall' ? 'un rappel' : 'une campagne de service'}. Veuillez entrer son NIV complet.`,
    withdrawn: `${title}\u00a0: votre VR n’est pas visé par ${thing}.`,
  }
  return { title: TITLES[language][type], description: { en: english, fr: french }[language][kind] }
}

function callIn(language: LetterLanguage, phone: string) {
  if (language === 'fr') return phone ? `Veuillez composer le ${phone}.` : 'Veuillez appeler votre concessionnaire.'
  return phone ? `Please call ${phone}.` : 'Please call your dealer.'
}
