import { type LetterLanguage, languageWords } from '#contract/campaign-units.ts'
import { adviceWords, type campaigns } from '#contract/campaigns.ts'
import type { CallFields } from '#contract/endpoint.ts'
import { readQuery, withPlaceholders } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Own } from '../../records/record-tables.ts'
import type { ExportColumn } from '../exports/export-columns.ts'
import { byLetterLanguages } from './languages.ts'

export type Only = CallFields<typeof campaigns.letters>['only']

/**
 * SQL: an open vehicle has not been notified as its regulator requires. Transport Canada accepts a letter or a message
 * in the app, NHTSA requires a letter to each (49 CFR 577.7).
 */
export const NOT_MAILED = `(campaign_units.mailed_on is null
  and (campaigns.regulators <> 'transport_canada' or campaign_units.told_at is null))`

/** SQL: the sums from which `notMailed` counts such vehicles, without reading their campaigns. */
export const UNMAILED = `sum(case when mailed_on is null then 1 else 0 end) as unmailed,
  sum(case when mailed_on is null and told_at is null then 1 else 0 end) as neither`
export type Unmailed = { unmailed: number; neither: number }

/** How many vehicles NOT_MAILED holds for. */
export const notMailed = (regulators: readonly string[], sums: Unmailed = { unmailed: 0, neither: 0 }) =>
  Number(regulators.join() === 'transport_canada' ? sums.neither : sums.unmailed)

/** SQL: a letter can be sent to the registered owner. */
export const HAS_ADDRESS = `campaign_units.address <> ''`

/** SQL: the open vehicles of a campaign. */
export const OF_CAMPAIGN = `from campaign_units inner join campaigns on campaigns.id = campaign_units.campaign_id
  where campaign_units.campaign_id = ? and campaign_units.is_deleted = 0 and campaign_units.status = 'open'`
const meant = (only: Only) => (only === 'open' ? OF_CAMPAIGN : `${OF_CAMPAIGN} and ${NOT_MAILED}`)

export type Addressee = {
  vin: string
  owner_name: string
  address: string
  city: string
  state: string
  zip: string
  country: string
  language: LetterLanguage | null
}

const ADDRESS = ['vin', 'owner_name', 'address', 'city', 'state', 'zip', 'country'] as const

/** How many vehicles have no address. */
export const withoutAddress = (db: Db, campaign_id: string, only: Only) =>
  counted(db, `${meant(only)} and not ${HAS_ADDRESS}`, campaign_id)

async function counted(db: Db, from: string, campaign_id: string) {
  const [row] = await readQuery<{ total: number }>(db, `select count(*) as total ${from}`, [campaign_id])
  return Number(row?.total ?? 0)
}

/** At most so many of those who get a letter, in the order their vehicles were added. */
export const addressees = (db: Db, { campaign_id, only }: { campaign_id: string; only: Only }, most: number) =>
  readQuery<Addressee>(
    db,
    `select ${[...ADDRESS, 'language'].map((name) => `campaign_units.${name}`).join(', ')}
     ${meant(only)} and ${HAS_ADDRESS} order by campaign_units.seq limit ?`,
    [campaign_id, most],
  )

/** At most so many VINs of open vehicles, in order. */
export const openVins = async (db: Db, campaign_id: string, most: number) =>
  (
    await readQuery<{ vin: string }>(
      db,
      `select campaign_units.vin ${OF_CAMPAIGN} order by campaign_units.vin limit ?`,
      [campaign_id, most],
    )
  ).map(({ vin }) => vin)

const column = (label: string, from: string): ExportColumn => ({ label, made: 'text', from: [from] })
const LABELS = ['VIN', 'Owner Name', 'Address', 'City', 'State', 'ZIP', 'Country'] as const
const ofCampaign = [column('Campaign', 'number'), column('Title', 'title')]

/** What the thread reads for the rows of a mailing house, with the title in each letter's languages. */
export function letterRows(db: Db, campaign: Own<'campaigns'> & { id: string }, only: Only) {
  const from = `${meant(only)} and ${HAS_ADDRESS}`
  const spoken = byLetterLanguages(campaign, (some) => `'${some.map((one) => languageWords[one]).join(' and ')}'`)
  const title = byLetterLanguages(campaign, (some) =>
    some.map((one) => (one === 'fr' ? 'campaigns.title_fr' : 'campaigns.title')).join(" || ' / ' || "),
  )
  const selected = `campaigns.number, ${title} as title, ${spoken} as language`
  const names = ADDRESS.map((name) => `campaign_units.${name}`).join(', ')
  return {
    ...statements(db, campaign.id, from, `${selected}, ${names}`, 'seq'),
    columns: [
      ...ofCampaign,
      ...LABELS.map((label, place) => column(label, ADDRESS[place] ?? '')),
      column('Language', 'language'),
    ],
  }
}

/** The same for the bulletin: a row per open vehicle. */
export const bulletinRows = (db: Db, campaign_id: string) => ({
  ...statements(
    db,
    campaign_id,
    OF_CAMPAIGN,
    `campaigns.number, campaigns.title, campaigns.defect, campaigns.risk, campaigns.remedy, campaigns.advice,
     campaign_units.vin`,
    'vin',
  ),
  columns: [
    ...ofCampaign,
    column('Defect', 'defect'),
    column('Risk', 'risk'),
    column('Remedy', 'remedy'),
    { ...column('Advice', 'advice'), words: adviceWords },
    column('VIN', 'vin'),
  ],
})

const statements = (db: Db, campaign_id: string, from: string, selected: string, order: 'seq' | 'vin') => ({
  count: { text: withPlaceholders(db, `select count(*) as total ${from}`), values: [campaign_id] },
  rows: {
    text: withPlaceholders(db, `select ${selected} ${from} order by campaign_units.${order}`),
    values: [campaign_id],
  },
})
