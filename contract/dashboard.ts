import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id } from './fields.ts'
import { recordTypes } from './kinds.ts'
import { answered, said } from './records.ts'

/** Days ahead in which a maintenance item counts as due soon. */
export const DUE_DAYS = 7
/** Days ahead in which a recall's letters and reports count as due soon. */
export const CAMPAIGN_DUE_DAYS = 14
/** How many days a failed delivery or change needs attention. */
export const RECENT_DAYS = 30
/** How many days a line is put off. */
export const PUT_OFF_DAYS = 7

/** How many days a new key or webhook needs attention. */
export const NEW_PROGRAM_DAYS = 7

/** What can need attention, in the order shown, and what each means. */
export const attentionKinds = {
  backup_failed: 'The last backup of this server failed, or none was finished in time.',
  change_failed: `A change of many records stopped half-way within the last ${RECENT_DAYS} days and has not been undone. One line for each.`,
  deliveries_failed: `The push service refused a message of the last ${RECENT_DAYS} days for some recipients; \`count\` says how many. One line for each message.`,
  pdf_outdated:
    'The content of an active manual has changed since its PDF was generated or uploaded. One line for each manual.',
  pdf_missing: 'Active manuals without a PDF.',
  pages_empty: 'Active manual pages without text.',
  french_missing: 'Active records of which owners read English alone, in whole or in part, where they may read French.',
  french_older: 'Active records whose French was written for other English words than they have now.',
  french_pdf_outdated:
    'What an active manual says in French has changed since its PDF in French was generated or uploaded, where owners may read French. One line for each manual.',
  topics_missing: 'Published manuals that do not cover a required topic.',
  maintenance_due: `Active maintenance items due from today to ${DUE_DAYS} days from now, by the caller’s \`time_zone\`.`,
  rvs_without_serial: 'Active RVs without a serial number: their warranty cannot be checked.',
  transfers_waiting: 'RVs that were sold and registered by others wait to be transferred.',
  privacy_request_due: `Something that a user asked of their data is due within ${DUE_DAYS} days, or overdue. One line for each.`,
  campaign_letters_due: `Owners of an open recall who have had no letter are to be written to within ${CAMPAIGN_DUE_DAYS} days, or should have been; \`count\` says how many. One line for each, by the office’s time zone.`,
  campaign_report_due: `The report of a quarter of an open recall is due within ${CAMPAIGN_DUE_DAYS} days, or overdue. One line for each, by the office’s time zone.`,
  key_added: `A key was added within the last ${NEW_PROGRAM_DAYS} days. One line for each.`,
  webhook_changed: `A webhook was added, turned to another address, told of more, or given another secret within the last ${NEW_PROGRAM_DAYS} days. One line for each.`,
  key_maker_inactive: 'A key goes on whose maker has been deactivated. One line for each.',
  webhook_maker_inactive: 'A webhook goes on whose maker has been deactivated. One line for each.',
  no_second_factor: 'Active administrators without a second factor.',
  mail_not_set_up: 'No email is sent, because SMTP_URL is not set.',
  no_backup: 'This server has never finished a backup.',
} as const
export type AttentionKind = keyof typeof attentionKinds
/** What nobody can put off, because an intruder would. */
export const neverPutOff: readonly AttentionKind[] = [
  'key_added',
  'webhook_changed',
  'key_maker_inactive',
  'webhook_maker_inactive',
]
const kinds = Object.keys(attentionKinds) as [AttentionKind, ...AttentionKind[]]

const meanings = kinds.map((kind) => `- \`${kind}\`: ${attentionKinds[kind]}`).join('\n')
const kind = z.enum(kinds).meta({ description: meanings })

/** What a line's button does; without one, the line only leads to its `link`. */
export const attentionActions = ['generate_pdf', 'retry_deliveries', 'end_key', 'end_webhook'] as const

/** Something for an administrator to see to. `link` is the path of the page that shows exactly what was counted. */
const attentionLine = z.object({
  kind,
  count: z.int().min(1),
  title: z.string(),
  record_type: z.enum(recordTypes).optional(),
  record_id: z.string().optional(),
  link: z.string(),
  action: z.enum(attentionActions).optional(),
  /** How long it has needed attention: the earliest time, if several. */
  since: z.iso.datetime(),
})
export type AttentionLine = z.output<typeof attentionLine>

const WEEKS = [4, 12, 52] as const
/** A Monday, YYYY-MM-DD in UTC. */
const week = z.iso.date()
const byWeek = z.array(z.object({ week, count: z.int() }))

/** The weeks up to this one, oldest first; a week in which nothing happened counts 0. */
const trends = z.object({
  /** Sign-ins to the owners’ app. */
  sign_ins: byWeek,
  new_users: byWeek,
  /** Today's active RVs by type, most first. */
  rvs_by_type: z.array(z.object({ rv_type: z.string(), count: z.int() })),
  /** Recipients of the messages sent that week, and messages opened in it. */
  messages: z.array(z.object({ week, sent: z.int(), opened: z.int() })),
  /** False while the weeks before this release are still being counted. */
  is_complete: z.boolean(),
})
export type Trends = z.output<typeof trends>

export const dashboard = {
  attention: endpoint(
    'admin/dashboard/attention',
    z.object({ time_zone: z.string().max(64).optional() }),
    answered(z.array(attentionLine)),
  ),
  /** Hides a line for a week from the caller, or with `for_all` from everyone; `put_off: false` shows it again. */
  put_off: endpoint(
    'admin/dashboard/put_off',
    z.object({
      kind: z.enum(kinds, 'Unknown kind.').meta({ description: meanings }),
      record_id: id.optional(),
      for_all: flag.default(false),
      put_off: flag.default(true),
    }),
    said,
  ),
  trends: endpoint(
    'admin/dashboard/trends',
    z.object({
      weeks: z.union(
        WEEKS.map((weeks) => z.literal(weeks)),
        'Please choose 4, 12 or 52 weeks.',
      ),
    }),
    answered(trends),
  ),
}
