import { administrators } from '#contract/administrators.ts'
import { changes, records } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keys } from '#contract/keys.ts'
import { kinds, recordTypes } from '#contract/kinds.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { notifications } from '#contract/notifications.ts'
import { addedByOwners } from '#contract/owner/own-records.ts'
import { users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
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

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** A valid input of every call that adds or edits records, or that can be repeated. */
export const validInputs: [Endpoint, Input][] = [
  ...recordTypes.flatMap((type) => {
    const { add, edit } = writesOf(type)
    return [add, edit, addedByOwners[type]].flatMap((endpoint): [Endpoint, Input][] => {
      if (!endpoint) return []
      const which = ({ ids }: Known) => endpoint === edit && { [kinds[type].key]: ids[kinds[type].key] }
      const fields = (known: Known) => validFields(type, endpoint, known, endpoint === edit ? '9' : '8')
      return [[endpoint, (known) => ({ ...fields(known), ...which(known), ...particular.get(endpoint)?.(known) })]]
    })
  }),
  [users.resetPassword, ({ ids: { user_id } }) => ({ user_id })],
  [notifications.send, ({ ids: { user_id } }) => ({ user_ids: [user_id], title: 'Recall', description: 'Call us.' })],
  [notifications.retry, ({ ids: { notification_id } }) => ({ notification_id })],
  [administrators.invite, () => ({ name: 'Grace', email: 'grace.new@example.com' })],
  [administrators.resend, ({ ids: { invited_id } }) => ({ administrator_id: invited_id })],
  [keys.add, () => ({ name: 'Nightly', scope: 'read', record_types: ['years'], expires_at: tomorrow() })],
  [views.save, () => ({ list: 'users', name: 'Inactive', state: {} })],
  [records.bulk, ({ ids: { checklist_id } }) => ({ record_type: 'checklists', action: 'delete', ids: [checklist_id] })],
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
