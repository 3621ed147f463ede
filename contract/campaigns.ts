import { z } from 'zod'
import { addedUnits, addUnitsFields, MOST_UNITS, MOST_VALUES, TOO_MANY } from './campaign-adding.ts'
import { campaignDoubts } from './campaign-doubts.ts'
import { letterFormat, letterTypes } from './campaign-letters.ts'
import { quarter, report } from './campaign-report.ts'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  DAY_WANTED,
  flag,
  id,
  oneOf,
  optionalLongText,
  optionalText,
  phoneNumber,
  text,
} from './fields.ts'
import { column, recordKind } from './kind.ts'
import { recordCallsOf } from './record-calls.ts'
import { answered, done, record, saved } from './records.ts'

export const campaignTypes = ['recall', 'service'] as const
export type CampaignType = (typeof campaignTypes)[number]
export const campaignTypeWords = { recall: 'Safety recall', service: 'Service campaign' } satisfies Record<
  CampaignType,
  string
>
export const regulators = ['nhtsa', 'transport_canada'] as const
export type Regulator = (typeof regulators)[number]
export const regulatorWords = { nhtsa: 'NHTSA', transport_canada: 'Transport Canada' } satisfies Record<
  Regulator,
  string
>
export const advices = ['none', 'park_outside', 'do_not_drive'] as const
export type Advice = (typeof advices)[number]
export const adviceWords = {
  none: 'None',
  park_outside: 'Park outside',
  do_not_drive: 'Do not drive',
} satisfies Record<Advice, string>
export const campaignStates = ['draft', 'open', 'closed'] as const

export const campaignKind = recordKind({
  noun: ['campaign', 'campaigns'],
  name: 'Campaign',
  key: 'campaign_id',
  tag: 'Campaigns',
  about: 'Safety recalls and service campaigns: what is wrong with which RVs, and what is done about it.',
  help: 'Safety recalls and service campaigns. Each has a list of vehicles, whose owners are told once it is open.',
  columns: {
    number: column.keyed('Number', 'office', '27V-101'),
    regulator_number: column.text('Regulator Number', 'office', '27V-101000'),
    type: column.choice('Type', 'office', campaignTypeWords),
    /** Their names, separated by commas; calls may send them that way too. */
    regulators: column.text('Regulators', 'office', 'nhtsa'),
    title: column.keyed('Title', 'office', 'Gas line may leak'),
    defect: column.text('Defect', 'office', 'The gas line may rub against the frame.'),
    risk: column.text('Risk', 'office', 'A leak may cause a fire.'),
    remedy: column.text('Remedy', 'office', 'Dealers move the line, free of charge.'),
    title_fr: column.text('Title (French)', 'office', 'Fuite de gaz possible'),
    defect_fr: column.text('Defect (French)', 'office', 'La conduite peut frotter contre le châssis.'),
    risk_fr: column.text('Risk (French)', 'office', 'Une fuite peut causer un incendie.'),
    remedy_fr: column.text('Remedy (French)', 'office', 'Les concessionnaires déplacent la conduite sans frais.'),
    advice: column.choice('Advice', 'office', adviceWords),
    decided_on: { ...column.day('Decided On', 'office'), example: '2026-05-04' },
    remedy_from: column.day('Remedy From', 'office'),
    phone: column.text('Phone', 'office', '800-555-0100'),
    opened_at: column.time('Opened', 'office'),
    closed_at: column.time('Closed', 'office'),
    /** How many times owners have been told; newcomers are told in the current round. */
    round: column.hidden('office'),
    /** The administrator who opened it, in whose name its messages are sent. */
    opened_by: column.hidden('office'),
  },
  title: ['number'],
  disambiguatedBy: ['title'],
  unique: { columns: ['number'], thing: 'Campaign', field: 'number' },
  bulk: [],
  set: [],
})

const CHOOSE_TYPE = 'Please choose a recall or a service campaign.'
const TEXT = 2000
const optionalDay = z
  .union([calendarDate(DAY_WANTED), z.literal('').transform(() => null)])
  .nullish()
  .transform((day) => day ?? null)

export const campaignFields = z.object({
  number: text('Number cannot be empty.', 30),
  regulator_number: optionalText(30),
  type: oneOf(campaignTypes, CHOOSE_TYPE),
  regulators: z
    .union([z.array(z.string()), z.string().transform((names) => names.split(',').filter(Boolean))])
    .default([])
    .pipe(z.array(z.enum(regulators, 'Please choose nhtsa or transport_canada.')))
    .transform((some) => regulators.filter((one) => some.includes(one))),
  title: text('Title cannot be empty.', 60),
  defect: optionalLongText(TEXT),
  risk: optionalLongText(TEXT),
  remedy: optionalLongText(TEXT),
  title_fr: optionalText(60),
  defect_fr: optionalLongText(TEXT),
  risk_fr: optionalLongText(TEXT),
  remedy_fr: optionalLongText(TEXT),
  advice: oneOf(advices, 'Please choose an advice.').default('none'),
  decided_on: calendarDate(DAY_WANTED),
  remedy_from: optionalDay,
  phone: phoneNumber('phone number', 'Phone number can have at most 15 characters.'),
})
const counts = z.object({
  units: z.int(),
  open: z.int(),
  remedied: z.int(),
  no_remedy_needed: z.int(),
  unreachable: z.int(),
  /** Open vehicles whose owner has not been told in the app. */
  not_told: z.int(),
  /** Open vehicles whose registered owner has not been sent a letter, or only one that came back. */
  not_mailed: z.int(),
  /** Those of them without an address, so no letter is made. */
  without_address: z.int(),
})
export type UnitCounts = z.output<typeof counts>

export const campaign = record.extend({
  number: z.string(),
  regulator_number: z.string(),
  type: z.enum(campaignTypes),
  regulators: z.array(z.enum(regulators)),
  title: z.string(),
  defect: z.string(),
  risk: z.string(),
  remedy: z.string(),
  title_fr: z.string(),
  defect_fr: z.string(),
  risk_fr: z.string(),
  remedy_fr: z.string(),
  advice: z.enum(advices),
  /** The day the regulator was told. */
  decided_on: z.iso.date(),
  /** The first day RVs can be repaired; null while there are no parts. */
  remedy_from: z.iso.date().nullable(),
  phone: z.string(),
  opened_at: z.iso.datetime().nullable(),
  closed_at: z.iso.datetime().nullable(),
  /** The current round of telling owners; 0 before it is open. */
  round: z.int(),
  state: z.enum(campaignStates),
  /** 60 days after the regulator was told. */
  owners_due_on: z.iso.date(),
  /** How many owners would be told by opening it, or by the next reminder. */
  owners_to_tell: z.int(),
  /** How many dealers have been told, and when the last of them was. */
  dealers_told: z.int(),
  dealers_told_on: z.iso.date().nullable(),
  /** How many dealers are active: all are told unless some are named. */
  dealers_to_tell: z.int(),
  /** The quarters with a filed report, oldest first. */
  filed_quarters: z.array(quarter),
  counts,
})
export type Campaign = z.output<typeof campaign>

const whichCampaign = { campaign_id: id }
export const EXPECT_OWNERS = 'Please send in `expect` how many owners are to be told.'
const expect = z.int(EXPECT_OWNERS).nonnegative(EXPECT_OWNERS)

const whichReport = z.object({ ...whichCampaign, quarter })

export const campaigns = {
  ...recordCallsOf('admin/campaigns', campaignKind, {
    fields: campaignFields,
    row: campaign,
  }),
  /** Opens it: tells every owner of an open vehicle at once, whatever their message preferences. */
  open: endpoint('admin/campaigns/open', z.object({ ...whichCampaign, expect }), saved(campaign), {
    change: 'send',
    once: true,
  }),
  /** Tells the owners of vehicles that are still open once more. */
  remind: endpoint('admin/campaigns/remind', z.object({ ...whichCampaign, expect }), saved(campaign), {
    change: 'send',
    once: true,
  }),
  /** Ends reports and reminders. Owners who register one of its vehicles later are still told. */
  close: endpoint('admin/campaigns/close', z.object(whichCampaign), saved(campaign), { change: 'edit' }),
  addUnits: endpoint('admin/campaigns/add_units', addUnitsFields, saved(addedUnits), {
    change: 'add',
    once: true,
    manyValues: MOST_VALUES,
  }),
  /** The figures of a quarter, as the vehicles stood on its last day according to the dates of each event. */
  report: endpoint('admin/campaigns/report', whichReport, answered(report)),
  /** Records that the report was filed, and keeps its figures. */
  fileReport: endpoint(
    'admin/campaigns/file_report',
    whichReport.extend({ submitted_on: calendarDate(DAY_WANTED) }),
    done.extend({ data: report }),
    { change: 'other' },
  ),
  /**
   * Records that letters were mailed: to the registered owners of these open vehicles, or of all of them without a
   * letter. Without `with_address` this includes vehicles of which the address is not known here.
   */
  mailed: endpoint(
    'admin/campaigns/mailed',
    z.object({
      ...whichCampaign,
      mailed_on: calendarDate(DAY_WANTED),
      unit_ids: z.array(id).max(MOST_UNITS, TOO_MANY).optional(),
      /** Only vehicles with an address, for which `letters` makes a letter. */
      with_address: flag.optional(),
      expect: z.int('Please send in `expect` how many letters were mailed.').nonnegative(),
    }),
    done.extend({ data: z.object({ mailed: z.int() }) }),
    { change: 'other', manyValues: MOST_VALUES },
  ),
  /** Records that letters came back. */
  returned: endpoint(
    'admin/campaigns/returned',
    z.object({ ...whichCampaign, unit_ids: z.array(id).min(1).max(10_000) }),
    done.extend({ data: z.object({ returned: z.int() }) }),
    { change: 'other' },
  ),
  /** What someone must decide: which RVs are its vehicles, and whether owners' statements hold. */
  doubts: endpoint('admin/campaigns/doubts', z.object(whichCampaign), answered(campaignDoubts)),
  /**
   * A letter, or a row for the mailing house, for each vehicle; the header `x-left-out` counts those without an
   * address.
   */
  letters: endpoint(
    'admin/campaigns/letters',
    z.object({
      ...whichCampaign,
      format: letterFormat,
      only: z.enum(['not_mailed', 'open'], 'Please choose not_mailed or open.'),
    }),
    z.string(),
    { file: Object.values(letterTypes) },
  ),
  /** The bulletin for dealers: what is wrong, what they are to do, and the VINs of all open vehicles. */
  dealers: endpoint('admin/campaigns/dealers', z.object({ ...whichCampaign, format: letterFormat }), z.string(), {
    file: Object.values(letterTypes),
  }),
  /** Records that dealers were told: these, or all active ones. */
  dealersTold: endpoint(
    'admin/campaigns/dealers_told',
    z.object({
      ...whichCampaign,
      told_on: calendarDate(DAY_WANTED),
      service_ids: z.array(id).min(1, 'Please choose dealers.').max(10_000).optional(),
      expect: z.int('Please send in `expect` how many dealers were told.').nonnegative(),
    }),
    done.extend({ data: z.object({ told: z.int() }) }),
    { change: 'other' },
  ),
}
