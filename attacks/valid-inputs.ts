import { administrators } from '#contract/administrators.ts'
import { appImages } from '#contract/app-images.ts'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { menuItems } from '#contract/menu-items.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { views } from '#contract/views.ts'
import { years } from '#contract/years.ts'
import { formOf } from '#server/testing/pictures.ts'
import { dealerForm, type InhabitedApp, maintenanceFields, tokenFor } from './inhabited-app.ts'

/** What a call accepts in the inhabited app, which knows the ids and a picture. */
type Input = (known: { ids: Record<string, string>; emptyManualId: string; icon: File }) => object

/** A valid input of every call that adds or edits records, or that can be repeated. */
export const validInputs: [Endpoint, Input][] = [
  [rvTypes.add, () => ({ name: 'Fifth Wheel', seq_no: 1 })],
  [rvTypes.edit, ({ ids: { cat_id } }) => ({ cat_id, name: 'Pop-up', seq_no: 2 })],
  [models.add, ({ ids: { cat_id, year_id } }) => ({ cat_id, year_id, name: 'New', seq_no: 1, description: 'Bunks.' })],
  [
    models.edit,
    ({ ids: { cat_id, year_id, model_id } }) => ({
      cat_id,
      year_id,
      model_id,
      name: '2285',
      seq_no: 2,
      description: 'Bunks.',
    }),
  ],
  [years.add, () => ({ name: '2031' })],
  [years.edit, ({ ids: { year_id } }) => ({ year_id, name: '2032' })],
  [topics.add, () => ({ name: 'Roof', seq_no: 1 })],
  [topics.edit, ({ ids: { topic_id } }) => ({ topic_id, name: 'Electrics', seq_no: 1 })],
  [subTopics.add, ({ ids: { topic_id } }) => ({ topic_id, name: 'Wires', seq_no: 1 })],
  [subTopics.edit, ({ ids: { topic_id, sub_topic_id } }) => ({ topic_id, sub_topic_id, name: 'Fuse box', seq_no: 1 })],
  [manuals.add, ({ ids: { cat_id, year_id } }) => ({ category: cat_id, year: year_id })],
  [
    manualPages.add,
    ({ ids: { topic_id, subtopic_id }, emptyManualId: manual_id }) => ({
      manual_id,
      topic_id,
      subtopic_id,
      content: '<p>New</p>',
    }),
  ],
  [
    manualPages.edit,
    ({ ids: { manual_page_id, manual_id, topic_id, subtopic_id } }) => ({
      manual_page_id,
      manual_id,
      topic_id,
      subtopic_id,
      content: '<p>New</p>',
    }),
  ],
  [checklists.add, () => ({ name: 'Arrival', note: '' })],
  [checklists.edit, ({ ids: { checklist_id } }) => ({ checklist_id, name: 'Departure', note: 'Mended' })],
  [maintenanceItems.add, () => maintenanceFields],
  [maintenanceItems.edit, ({ ids: { maintenance_id } }) => ({ ...maintenanceFields, maintenance_id, note: 'Mended' })],
  [rvs.edit, ({ ids: { rv_id, category, model, year } }) => ({ rv_id, category, model, year, serial_no: '654321' })],
  [cmsPages.add, () => ({ title: 'About', content: '', code: 'about' })],
  [cmsPages.edit, ({ ids: { cms_page_id } }) => ({ cms_page_id, title: 'Terms of Use', content: '' })],
  [appImages.add, ({ icon }) => ({ url: icon, seq_no: 1 })],
  [appImages.edit, ({ ids: { app_image_id }, icon }) => ({ app_image_id, url: icon, seq_no: 2 })],
  [menuItems.edit, ({ ids: { menu_item_id } }) => ({ menu_item_id, title: 'Home', seq_no: 9 })],
  [socialMedias.add, ({ icon }) => ({ name: 'Club', url: 'https://example.org', icon })],
  [
    socialMedias.edit,
    ({ ids: { social_media_id }, icon }) => ({ social_media_id, name: 'Owners', url: 'https://example.org', icon }),
  ],
  [dealers.add, () => ({ ...dealerForm, name: 'New Trailers' })],
  [dealers.edit, ({ ids: { service_id } }) => ({ ...dealerForm, service_id, name: 'Pine Trailers' })],
  [users.resetPassword, ({ ids: { user_id } }) => ({ user_id })],
  [notifications.send, ({ ids: { user_id } }) => ({ user_ids: [user_id], title: 'Recall', description: 'Call us.' })],
  [notifications.retry, ({ ids: { notification_id } }) => ({ notification_id })],
  [administrators.invite, () => ({ name: 'Grace', email: 'grace.new@example.com' })],
  [administrators.edit, ({ ids: { administrator_id } }) => ({ administrator_id, name: 'Zora Neale' })],
  [administrators.resend, ({ ids: { invited_id } }) => ({ administrator_id: invited_id })],
  [views.save, () => ({ list: 'users', name: 'Inactive', state: {} })],
  [records.bulk, ({ ids: { checklist_id } }) => ({ record_type: 'checklists', action: 'delete', ids: [checklist_id] })],
  [changes.undo, ({ ids: { change_id } }) => ({ change_id })],
  [
    ownRecords.addRv,
    ({ ids: { category, model, year } }) => ({ category, model, year, vin: '310313', serial_no: '310313' }),
  ],
  [ownRecords.addChecklist, () => ({ name: 'Mine', note: '' })],
  [ownRecords.addMaintenance, () => maintenanceFields],
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
