import { appImages } from '#contract/app-images.ts'
import { calls } from '#contract/calls.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import type { kinds, RecordType } from '#contract/kinds.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { menuItems } from '#contract/menu-items.ts'
import { notifications } from '#contract/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { views } from '#contract/views.ts'
import { openAppSession } from '#server/auth/app-sessions.ts'
import { buildTestApp } from '#server/testing/build-test-app.ts'
import { manualFactory } from '#server/testing/manuals.ts'
import { addAnotherAdmin, addCatalogue, addOwner } from '#server/testing/people.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'
import { entryId } from '../server/records/activity.ts'

export type InhabitedApp = Awaited<ReturnType<typeof buildInhabitedApp>>

/** Every call of the contract with its address. */
export const everyCall = Object.values(calls)
  .flatMap((endpoints) => Object.values(endpoints))
  .map((endpoint) => [addressOf(endpoint), endpoint] as const)

/** A dealer's fields as its form sends them. */
export const dealerForm = {
  type: 'both',
  active_lines: 'TT',
  name: 'Cedar Trailers',
  address: '1 Main Street',
  city: 'Bend',
  state: 'Oregon',
  country: 'United States',
  zip: '97701',
  hour_sales: '9 to 5',
  hour_service: '9 to 5',
  hour_parts: '9 to 5',
  latitude: 44,
  longitude: -121,
}

export const maintenanceFields = {
  reminder_name: 'Tires',
  item_name: 'Axle',
  due_date: '2099-05-10',
  note: 'Rotate them.',
}

/**
 * The real app with a record of every kind and two owners. `ids` names the records as the calls do; `owner` is the
 * token of the RV's owner, `otherOwner` that of somebody else.
 */
export async function buildInhabitedApp(env: Record<string, string> = {}) {
  const app = await buildTestApp(env)
  const catalogue = await addCatalogue(app)
  const make = manualFactory(app)
  const topic = await make.aTopic()
  const subTopic = await make.aSubTopic(topic._id)
  const manual = await make.aManual()
  const emptyManual = await make.aManual('Toy Hauler', '2023')
  const page = await make.aPage(manual._id, subTopic, '<p>Look here first.</p>')
  const picture = await aPicture()
  const ownerId = await addOwner(app)
  const owner = await openAppSession(app.db, ownerId)
  const otherId = await addOwner(app, 'Ada Byron')
  const otherOwner = await openAppSession(app.db, otherId)
  const add = async (endpoint: Endpoint, fields: object) =>
    ((await app.call(endpoint, fields)) as { data: { _id: string } }).data._id
  const rv = await app.call(ownRecords.addRv, { ...catalogue, vin: '310312', serial_no: '310312' }, { token: owner })
  const [menuItem] = (await app.call(menuItems.list, {})).data

  const undoable = await app.call(rvTypes.add, { name: 'Added by mistake', seq_no: 9 })
  const ids: Record<(typeof kinds)[RecordType]['key'], string> & Record<string, string> = {
    change_id: undoable.change_id ?? '',
    entry_id: entryId(undoable.change_id ?? '', 0),
    record_type: 'rv_types',
    record_id: catalogue.category,
    before: undoable.data._id,
    cat_id: catalogue.category,
    category: catalogue.category,
    year_id: catalogue.year,
    year: catalogue.year,
    model_id: catalogue.model,
    model: catalogue.model,
    topic_id: topic._id,
    sub_topic_id: subTopic._id,
    subtopic_id: subTopic._id,
    manual_id: manual._id,
    manual_page_id: page._id,
    rv_id: rv.data._id,
    menu_item_id: menuItem?._id ?? '',
    user_id: ownerId,
    user: ownerId,
    app_image_id: await add(appImages.add, formOf({ url: picture, seq_no: 1 })),
    social_media_id: await add(
      socialMedias.add,
      formOf({ name: 'Forum', url: 'https://example.com', icon: await aPicture({ width: 60 }) }),
    ),
    cms_page_id: await add(cmsPages.add, { title: 'Terms', content: '<p>Terms</p>', code: 'terms' }),
    checklist_id: await add(checklists.add, { name: 'Departure', note: '' }),
    maintenance_id: await add(maintenanceItems.add, maintenanceFields),
    service_id: await add(dealers.add, formOf(dealerForm)),
    administrator_id: (await addAnotherAdmin(app, 'Zora')).id,
    view_id: await add(views.save, { list: 'users', name: 'Mine', state: {} }),
    notification_id: await add(notifications.send, {
      title: 'Recall',
      description: 'Please call.',
      user_ids: [ownerId],
    }),
  }
  if ((await app.call(rvs.list, {})).total !== 1) throw new Error('the owner has no RV')
  return { ...app, ids, emptyManualId: emptyManual._id, ownerId, otherId, owner, otherOwner }
}

/** The token that a call needs: an owner's, an administrator's, or none. */
export function tokenFor(
  { owner: isOwners, public: open }: Endpoint,
  { token, owner }: { token: string; owner: string },
) {
  if (open) return null
  return isOwners ? owner : token
}
