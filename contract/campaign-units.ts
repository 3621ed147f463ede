import { z } from 'zod'
import { type Reason, reasons } from './campaign-report.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, choice, DAY_WANTED, id, oneOf, optionalLongText, optionalText } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { plainName } from './plain-text.ts'
import { recordCallsOf } from './record-calls.ts'
import { answered, record, reference, saved } from './records.ts'
import { plainCode } from './rules.ts'
import { upsertOf } from './upserts.ts'
import { CHECK_DIGIT_WRONG, tidyVin, VIN_LENGTH_WRONG, VIN_LETTERS_WRONG, vinProblem } from './vin.ts'

export const unitStatuses = ['open', 'remedied', 'no_remedy_needed', 'unreachable'] as const
export type UnitStatus = (typeof unitStatuses)[number]
export const unitStatusWords = {
  open: 'Open',
  remedied: 'Remedied',
  no_remedy_needed: 'No remedy needed',
  unreachable: 'Unreachable',
} satisfies Record<UnitStatus, string>
export const reasonWords = {
  exported: 'Exported',
  stolen: 'Stolen',
  scrapped: 'Scrapped',
  not_notified: 'Not notified',
  other: 'Other',
} satisfies Record<Reason, string>
export const letterLanguages = ['en', 'fr'] as const
export const languageWords = { en: 'English', fr: 'French' } as const
export type LetterLanguage = (typeof letterLanguages)[number]

const messages = { campaign: 'Please select campaign' }
export const TWICE = 'This VIN is there twice.'

export const campaignUnitKind = recordKind({
  noun: ['vehicle', 'vehicles'],
  name: 'Vehicle',
  key: 'unit_id',
  tag: 'Campaign Vehicles',
  about: 'The vehicles of campaigns, whether the app knows them or not.',
  help: 'The vehicles on the lists of all campaigns: what was done about each, and whether its owner was told.',
  columns: {
    campaign_id: column.reference('Campaign', 'office', 'campaigns', {
      shownAs: 'campaign',
      isParent: true,
      deletedWith: true,
      choose: messages.campaign,
    }),
    vin: column.text('VIN', 'office', '1FDXE4FS6GD310312'),
    status: { ...column.choice('Status', 'office', unitStatusWords), example: 'remedied' },
    reason: column.choice('Reason', 'office', reasonWords),
    note: column.text('Note', 'office', 'Burnt out in 2025.'),
    done_on: { ...column.day('Done On', 'office'), example: '2026-05-10' },
    service_id: column.reference('Dealer', 'office', 'dealers', {
      shownAs: 'service',
      optional: true,
      choose: 'Please select dealer',
    }),
    owner_name: column.text('Owner Name', 'personal', 'Ada Byron'),
    address: column.text('Address', 'personal', '1 Main Street'),
    city: column.text('City', 'personal', 'Reno'),
    state: column.text('State', 'personal', 'NV'),
    zip: column.text('ZIP', 'personal', '89501'),
    country: column.text('Country', 'personal', 'USA'),
    language: column.choice('Language', 'personal', languageWords),
    /** The last six characters of the VIN, to match owners who entered only six digits. */
    serial: column.hidden('office'),
    /** The RV that someone confirmed to be this vehicle, where its owner gave only six digits. */
    confirmed_rv: column.hidden('office'),
    /** The ids of RVs ruled out, separated by spaces. */
    rejected_rvs: column.hidden('office'),
    /** What its owner says happened to it, as JSON. */
    said: column.hidden('personal'),
    /** When the present owner was told in the app, and when the last letter that did not come back was sent. */
    told_at: column.hidden('office'),
    mailed_on: column.hidden('office'),
  },
  title: ['vin'],
  titlePrefix: 'vehicle',
  alsoFoundBy: ['vin'],
  disambiguatedBy: ['campaign_id'],
  unique: { columns: ['campaign_id', 'vin'], thing: 'Vehicle', field: 'vin', taken: TWICE },
  state: 'status',
  bulk: ['delete', 'restore'],
  set: ['status', 'reason', 'done_on', 'service_id'],
  notSet: ['note', 'owner_name', 'address', 'city', 'state', 'zip', 'country', 'language', 'campaign_id'],
})

const WRONG = [VIN_LENGTH_WRONG, VIN_LETTERS_WRONG, CHECK_DIGIT_WRONG] as const
export const unitVin = z
  .string({ error: VIN_LENGTH_WRONG })
  .overwrite(tidyVin)
  .superRefine((vin, ctx) => {
    const message = vinProblem(vin)
    if (message)
      ctx.addIssue({ code: 'custom', message, params: { why: WRONG[0] === message ? 'too_small' : 'invalid' } })
  })

const STATUS_WANTED = 'Please choose a status.'
const REASON_WANTED = 'Please choose a reason.'
export const unitMessages = {
  day: DAY_WANTED,
  reason: REASON_WANTED,
  note: 'Please say why.',
} as const

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.literal('').transform(() => null)])
    .nullish()
    .transform((value) => value ?? null)

export const unitFields = z.object({
  campaign_id: choice(messages.campaign),
  vin: unitVin.meta({ description: 'All 17 characters of the VIN.' }),
  status: oneOf(unitStatuses, STATUS_WANTED).default('open'),
  reason: orNull(oneOf(reasons, REASON_WANTED)),
  note: optionalLongText(500),
  done_on: orNull(calendarDate(DAY_WANTED)),
  service_id: orNull(z.string().max(64)),
  owner_name: optionalText(100, plainName),
  address: optionalText(150),
  city: optionalText(100),
  state: optionalText(100),
  zip: optionalText(20, plainCode),
  country: optionalText(100),
  language: orNull(oneOf(letterLanguages, 'Please choose en or fr.')),
})

/** How an RV was matched to the vehicle: by VIN, confirmed by a person, or possibly, by six digits. */
export const matches = ['vin', 'confirmed', 'possible'] as const
/** Why the owner was not told. */
export const untold = ['no_owner', 'possible', 'not_open'] as const

export const campaignUnit = record.extend({
  campaign_id: reference,
  campaign: z.string(),
  vin: z.string(),
  status: z.enum(unitStatuses),
  reason: z.enum(reasons).nullable(),
  note: z.string(),
  done_on: z.iso.date().nullable(),
  service_id: reference.nullable(),
  service: z.string().nullable(),
  owner_name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  language: z.enum(letterLanguages).nullable(),
  /** The RV in the app that is or may be this vehicle, and its owner. */
  rv_id: z.string().nullable(),
  user: reference.nullable(),
  match: z.enum(matches).nullable(),
  /** Whether several owners have registered this VIN. */
  disputed: z.boolean(),
  told_at: z.iso.datetime().nullable(),
  acknowledged_at: z.iso.datetime().nullable(),
  not_told: z.enum(untold).nullable(),
  mailed_on: z.iso.date().nullable(),
  /** What the owner says happened to it, until someone accepts that. */
  said: z.object({ what: z.string(), on: z.iso.date().nullable() }).nullable(),
})
export type CampaignUnit = z.output<typeof campaignUnit>

const notice = z.object({
  way: z.enum(['app', 'letter']),
  round: z.int(),
  at: z.string(),
  /** How it went: in the app as in the ledger of messages; a letter is `mailed` or `returned`. */
  state: z.string(),
  language: z.enum(letterLanguages),
})
export type CampaignNotice = z.output<typeof notice>

const pair = { unit_id: id, rv_id: id }

export const campaignUnits = {
  ...recordCallsOf('admin/campaign_units', campaignUnitKind, { fields: unitFields, row: campaignUnit }),
  upsert: upsertOf('admin/campaign_units/upsert'),
  /** Confirms that an RV with six known digits is this vehicle: its owner is told. */
  confirm: endpoint('admin/campaign_units/confirm', z.object(pair), saved(campaignUnit), { change: 'edit' }),
  /** Rules that out. */
  reject: endpoint('admin/campaign_units/reject', z.object(pair), saved(campaignUnit), { change: 'edit' }),
  /** Accepts what the owner says happened to it. */
  accept: endpoint('admin/campaign_units/accept', z.object({ unit_id: id }), saved(campaignUnit), { change: 'edit' }),
  /** Who was told about it, when and how. */
  notices: endpoint('admin/campaign_units/notices', z.object({ unit_id: id }), answered(z.array(notice))),
}
