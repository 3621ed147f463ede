import { administrators } from '#contract/administrators.ts'
import { campaigns } from '#contract/campaigns.ts'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { imports } from '#contract/imports.ts'
import { keys } from '#contract/keys.ts'
import { kinds, type RecordType, recordCalls, recordTypes, type UpsertType, upsertTypes } from '#contract/kinds.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { notifications } from '#contract/notifications.ts'
import { ownCalls, ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { rollovers } from '#contract/rollovers.ts'
import { users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { webhooks } from '#contract/webhooks.ts'
import { formOf } from '#server/testing/pictures.ts'
import { type InhabitedApp, type Known, tokenFor, validFields, writesOf } from './inhabited-app.ts'

/** What a call may be sent in the inhabited app, which knows the ids and a picture. */
type Input = (known: Known & { emptyManualId: string }) => object

/** What a valid input of these has besides the samples of the fields, or instead. */
const particular = new Map<Endpoint, Input>([
  [manualPages.add, ({ emptyManualId: manual_id }) => ({ manual_id })],
  // The address changes only until the invitation is accepted.
  [administrators.edit, () => ({ email: undefined })],
])

/** A record of such a kind as its upsert takes it. */
export const jsonOf = (type: UpsertType, known: Known) => {
  const { logo: _file, ...fields } = validFields(type, recordCalls[type].edit, known, '6') as Record<string, unknown>
  return { ...fields, ...(type === 'rvs' && { user: known.ids.user_id }) }
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** The id of a record of this kind that the owner of the inhabited app has made. */
export const ownIdOf = (type: RecordType, ids: Record<string, string>) =>
  ids[`own_${kinds[type].key}`] ?? ids[kinds[type].key]

/** A valid input of every call that adds or edits records, or that can be repeated. */
export const validInputs: [Endpoint, Input][] = [
  ...recordTypes.flatMap((type) => {
    const { add, edit } = writesOf(type)
    const own = ownCalls[type]
    return [add, edit, own?.add, own?.edit].flatMap((endpoint): [Endpoint, Input][] => {
      if (!endpoint) return []
      const { key } = kinds[type]
      const which = ({ ids }: Known) => {
        if (endpoint === edit) return { [key]: ids[key] }
        return endpoint === own?.edit && { [key]: ownIdOf(type, ids) }
      }
      const mark = endpoint === edit ? '9' : endpoint === own?.edit ? '7' : '8'
      const fields = (known: Known) => validFields(type, endpoint, known, mark)
      return [[endpoint, (known) => ({ ...fields(known), ...which(known), ...particular.get(endpoint)?.(known) })]]
    })
  }),
  [ownRecords.doneMaintenance, ({ ids }) => ({ maintenance_id: ownIdOf('maintenance_items', ids), done: true })],
  [users.resetPassword, ({ ids: { user_id } }) => ({ user_id })],
  [notifications.send, ({ ids: { user_id } }) => ({ user_ids: [user_id], title: 'Recall', description: 'Call us.' })],
  [
    notifications.rewrite,
    ({ ids: { waiting_id } }) => ({
      notification_id: waiting_id,
      version: 1,
      title: 'Winter',
      description: 'Call us.',
    }),
  ],
  [notifications.recall, ({ ids: { recalled_id } }) => ({ notification_id: recalled_id })],
  [notifications.retry, ({ ids: { notification_id } }) => ({ notification_id })],
  [campaigns.open, ({ ids: { second_campaign_id: campaign_id } }) => ({ campaign_id, expect: 0 })],
  [campaigns.remind, ({ ids: { second_campaign_id: campaign_id } }) => ({ campaign_id, expect: 0 })],
  [
    campaigns.addUnits,
    ({ ids: { second_campaign_id } }) => ({
      campaign_id: second_campaign_id,
      vins: [withCheckDigit('1FDXE4FS0GD440000')],
    }),
  ],
  [administrators.invite, () => ({ name: 'Grace', email: 'grace.new@example.com' })],
  [administrators.resend, ({ ids: { invited_id } }) => ({ administrator_id: invited_id })],
  [privacy.add, ({ ids: { erased_user_id } }) => ({ user_id: erased_user_id, kind: 'access' })],
  [keys.add, () => ({ name: 'Nightly', scope: 'read', record_types: ['years'], expires_at: tomorrow() })],
  [webhooks.add, () => ({ url: 'https://erp.example.com/hooks', record_types: ['years'], events: ['record.changed'] })],
  [webhooks.edit, ({ ids: { webhook_id } }) => ({ webhook_id, events: ['record.changed', 'pdf.made'] })],
  [views.save, () => ({ list: 'users', name: 'Inactive', state: {} })],
  [records.bulk, ({ ids: { checklist_id } }) => ({ record_type: 'checklists', action: 'delete', ids: [checklist_id] })],
  ...upsertTypes.map((type): [Endpoint, Input] => [
    recordCalls[type].upsert,
    (known) => ({ records: [jsonOf(type, known)] }),
  ]),
  [rollovers.prepare, ({ ids: { from_year_id } }) => ({ from_year_id, name: '2997', parts: ['manuals'] })],
  [imports.apply, ({ ids: { rehearsal_id } }) => ({ rehearsal_id })],
  [changes.undo, ({ ids: { change_id } }) => ({ change_id })],
]

/** Sends a call its valid input with `more`, as somebody who may make it. */
export function sendValid(
  app: InhabitedApp,
  [endpoint, input]: (typeof validInputs)[number],
  icon: File,
  { more = {}, idempotencyKey }: { more?: object; idempotencyKey?: string } = {},
) {
  const fields = { ...input({ ...app, icon }), ...more }
  const body = endpoint.multipart ? formOf(fields as never) : fields
  return app.send(endpoint, body, { token: tokenFor(endpoint, app), ...(idempotencyKey && { idempotencyKey }) })
}
