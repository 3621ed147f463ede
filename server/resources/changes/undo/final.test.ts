import { afterAll, beforeAll, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../../testing/manuals.ts'
import { addOwner } from '../../../testing/people.ts'
import { formOf } from '../../../testing/pictures.ts'
import { GRACE, teamOf } from '../../../testing/team.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

/** For each change written since, by its message: whether nobody can undo it; oldest first. */
async function finalSince(before: string[] = []) {
  const rows = await app.db.selectFrom('changes').select(['id', 'message', 'is_final']).orderBy('id').execute()
  return rows.filter(({ id }) => !before.includes(id)).map(({ message, is_final }) => [message, is_final])
}
const known = async () => (await app.db.selectFrom('changes').select('id').execute()).map(({ id }) => id)

/** What the call has written by the time it answers, before any job has run. */
async function writtenBy(call: () => Promise<unknown>) {
  const before = await known()
  await call()
  return finalSince(before)
}

it('a message is final with its own transaction, also when it is sent again', async () => {
  const user_ids = [await addOwner(app)]
  let id = ''
  const sending = async () => {
    id = (await app.call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids })).data._id
  }
  expect(await writtenBy(sending)).toEqual([['Notification has been sent.', 1]])
  await app.runJobs()
  await app.db.updateTable('notification_recipients').set({ state: 'failed' }).execute()
  await app.db.updateTable('notifications').set({ counts: '{"failed":1}' }).execute()
  const again = await writtenBy(() => app.call(notifications.retry, { notification_id: id }))
  expect(again).toEqual([['The notification is being sent again.', 1]])
})

it('a password that is reset is final, with what its mail brings about', async () => {
  const user_id = await addOwner(app, 'Ada Byron')
  const before = await known()
  expect(await writtenBy(() => app.call(users.resetPassword, { user_id }))).toEqual([
    ['New password has been sent to selected email id.', 1],
  ])
  await app.runJobs()
  expect((await finalSince(before)).map(([, isFinal]) => isFinal)).toEqual([1, 1])
})

it('a PDF is final, uploaded or generated; its manual is not', async () => {
  const { aManual, aTopic, aSubTopic, aPage } = manualFactory(app)
  const manual = await aManual()
  await aPage(manual._id, await aSubTopic((await aTopic())._id), '<p>Look.</p>')
  const manual_id = manual._id
  const upload = async () => app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
  expect(await writtenBy(upload)).toEqual([['file uploaded successfully', 1]])
  expect(await writtenBy(() => app.call(manuals.generate_pdf, { manual_id }))).toEqual([
    ['PDF generated successfully.', 1],
  ])
  expect(await writtenBy(() => app.call(manuals.delete, { manual_id }))).toEqual([['Manual removed successfully.', 0]])
})

it('what happens to administrators is final, but for a name; so is what they change of themselves', async () => {
  const { invite, listed } = teamOf(app)
  expect(await writtenBy(() => invite())).toMatchObject([[expect.any(String), 1]])
  const [grace] = (await listed()).filter(({ name }) => name === GRACE.name)
  const which = { administrator_id: grace?._id ?? '' }
  const rename = () => app.call(administrators.edit, { ...which, version: grace?.version, name: 'Rear Admiral' })
  expect(await writtenBy(rename)).toEqual([['Administrator updated successfully.', 0]])
  const move = () => app.call(administrators.edit, { ...which, name: 'Rear Admiral', email: 'hopper@example.com' })
  expect(await writtenBy(move)).toEqual([['Administrator updated successfully.', 1]])
  const withdraw = () => app.call(administrators.withdraw, which)
  expect(await writtenBy(withdraw)).toEqual([['The invitation has been withdrawn.', 1]])

  const user_id = (await app.call(account.me, {})).data._id
  const profile = () => app.call(account.editProfile, formOf({ user_id, name: 'Ada King' }))
  expect(await writtenBy(profile)).toEqual([['Profile updated successfully.', 1]])
  const password = { user_id, old_password: ADMIN.password, new_password: 'flow-matic-1!' }
  expect(await writtenBy(() => app.call(account.editPassword, password))).toEqual([
    ['Password changed successfully.', 1],
  ])
})
