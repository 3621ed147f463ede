import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { appImages } from '#contract/app-images.ts'
import { changes, records } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { preferences, views } from '#contract/views.ts'
import { years } from '#contract/years.ts'
import { ADMIN } from '../e2e/server.ts'
import { aPdf } from '../server/testing/manuals.ts'
import { aPicture } from '../server/testing/pictures.ts'
import { answered, type Call } from './call.ts'

/**
 * Uses everything once on an installation with demo data: messages, pictures, generated and uploaded PDFs, merged
 * edits, bulk changes, undo, views, invitations, an owner who registers, and queued mails. `call` is made by an
 * administrator.
 */
export async function useEverything(call: Call, visitor: Call) {
  const active = { page: 1, per_page: 3, is_deleted: false }
  const { total: expect } = answered(await call(users.list, { page: 1, per_page: 1, status: 'true' }))
  const winter = { title: 'Winter', description: 'Drain the tanks.', all_matching: { filters: {} }, expect }
  answered(await call(notifications.send, winter))
  const owners = answered(await call(users.list, { page: 1, per_page: 20, status: 'true' })).data
  const chosen = owners.slice(0, 2).map(({ _id }) => _id)
  const simple = owners.find(({ type }) => type === 'SIMPLE')
  answered(await call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids: chosen }))
  answered(await call(users.changeStatus, { user_id: chosen[0] ?? '', status: false }))
  answered(await call(users.resetPassword, { user_id: simple?._id ?? '' }))

  const image = answered(await call(appImages.add, { code: 3, seq_no: 90, url: await aPicture({ width: 40 }) })).data
  const changed = { app_image_id: image._id, code: 3, seq_no: 91, url: await aPicture({ width: 50, format: 'jpeg' }) }
  answered(await call(appImages.edit, changed))

  const [manual, second] = answered(await call(manuals.list, active)).data
  answered(await call(manuals.generate_pdf, { manual_id: manual?._id ?? '' }))
  answered(await call(manuals.generate_pdf, { manual_id: manual?._id ?? '' }))
  answered(await call(manuals.create_pdf, { manual_id: second?._id ?? '', file: await aPdf() }))
  answered(await call(manuals.create_pdf, { manual_id: second?._id ?? '', file: await aPdf('again.pdf') }))

  const [model] = answered(await call(models.list, active)).data
  if (!model) throw new Error('the demo data has no model')
  const { cat_id, year_id, name, description } = model
  const fields = { model_id: model._id, cat_id: cat_id._id, year_id: year_id._id, name, description }
  answered(await call(models.edit, { ...fields, seq_no: 77 }))
  const [topic] = answered(await call(topics.list, active)).data
  const deleted = answered(await call(topics.delete, { topic_id: topic?._id ?? '' }))
  answered(await call(changes.undo, { change_id: deleted.change_id ?? '' }))
  const [dealer] = answered(await call(dealers.list, active)).data
  const bulk = { record_type: 'dealers' as const, action: 'delete' as const, ids: [dealer?._id ?? ''] }
  answered(await call(records.bulk, bulk))
  answered(await call(years.add, { name: '2099' }))

  answered(await call(views.save, { list: 'users', name: 'Mine', state: {}, is_shared: true }))
  answered(await call(preferences.set, { list: 'users', per_page: 50 }))
  answered(await call(administrators.invite, { name: 'Grace', email: 'grace@example.com' }))
  answered(await visitor(account.forgotPassword, { email: ADMIN.email }))
  const ada = { name: 'Ada', email: 'ada.owner@example.com', password: 'Secret-rv-1!' }
  answered(await visitor(ownerAccount.register, ada))
}
