import { calls } from '#contract/calls.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import type { Column } from '#contract/column.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { imports } from '#contract/imports.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from '#contract/kinds.ts'
import { menuItems } from '#contract/menu-items.ts'
import { notifications } from '#contract/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { views } from '#contract/views.ts'
import { withCheckDigit } from '#contract/vin.ts'
import { webhooks } from '#contract/webhooks.ts'
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

type Calls = { add?: Endpoint; edit?: Endpoint }
/** The calls that add and edit records of a kind, as far as it has them. */
export const writesOf = (type: RecordType) => recordCalls[type] as Calls

/** The names of the fields that a call takes. */
export const fieldsOf = ({ input }: Endpoint) => Object.keys((input as { shape?: object }).shape ?? {})

/** What the fields of such a call refer to. */
export type Known = { ids: Record<string, string>; icon: File }

/**
 * What such a call may be sent: of every field what the description says that it may hold. `mark` is the last letter of
 * the texts that records are called by or that are unique.
 */
export function validFields(type: RecordType, endpoint: Endpoint, { ids, icon }: Known, mark = '') {
  const { columns, title, unique }: RecordKind<Record<string, Column<RecordType>>> = kinds[type]
  const taken = fieldsOf(endpoint)
  const valueOf = (name: string, { refersTo, type, example }: Column<RecordType>) => {
    if (refersTo) return ids[kinds[refersTo].key]
    if (type === 'picture') return icon
    const marks = [...title, ...(unique?.columns ?? []), 'external_id', 'serial_no', 'full_vin']
    const isMarked = type === 'text' && marks.includes(name)
    if (!isMarked || !mark || typeof example === 'object') return example
    const marked = `${example}`.slice(0, -1) + mark
    return name.endsWith('vin') ? (withCheckDigit(marked) ?? marked) : marked
  }
  const values = Object.entries(columns).map(([name, facts]) => [facts.wire ?? name, valueOf(name, facts)] as const)
  return Object.fromEntries(values.filter(([wire, value]) => value !== undefined && taken.includes(wire)))
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
  const ownerId = await addOwner(app)
  const owner = await openAppSession(app.db, ownerId)
  const otherId = await addOwner(app, 'Ada Byron')
  const otherOwner = await openAppSession(app.db, otherId)
  const rv = await app.call(ownRecords.addRv, { ...catalogue, vin: '310312', serial_no: '310312' }, { token: owner })
  const [menuItem] = (await app.call(menuItems.list, {})).data

  const undoable = await app.call(rvTypes.add, { name: 'Added by mistake', seq_no: 9 })
  const ids: Record<string, string> = {
    erased_user_id: await addOwner(app, 'Edsger Dijkstra'),
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
    administrator_id: (await addAnotherAdmin(app, 'Zora')).id,
  }
  ids.view_id = (await app.call(views.save, { list: 'users', name: 'Mine', state: {} })).data._id
  const copied = await make.aManual('Copied', '2990')
  ids.from_year_id = copied.year._id
  ids.copied_manual_id = copied._id
  const rollover = { from_year_id: ids.from_year_id, name: '2991', parts: ['manuals'] }
  ids.rollover_id = (await app.call(rollovers.prepare, rollover)).data._id
  ids.second_rollover_id = (await app.call(rollovers.prepare, { ...rollover, name: '2992' })).data._id
  const table = new File(['Name,Sequence No.\r\nToy Box,7'], 'types.csv')
  const rehearsed = await app.call(imports.rehearse, formOf({ record_type: 'rv_types', file: table }))
  ids.rehearsal_id = rehearsed.data.rehearsal_id
  // Its name leads nowhere that is public, which shows at once.
  const hook = { url: 'https://localhost.localdomain/hooks', record_types: ['years'], events: ['record.changed'] }
  ids.webhook_id = (await app.call(webhooks.add, hook)).data._id
  const message = { title: 'Recall', description: 'Please call.', user_ids: [ownerId] }
  ids.notification_id = (await app.call(notifications.send, message)).data._id
  const send_at = new Date(Date.now() + 30 * 86_400_000).toISOString()
  ids.waiting_id = (await app.call(notifications.send, { ...message, send_at })).data._id
  ids.recalled_id = (await app.call(notifications.send, { ...message, send_at })).data._id
  const icon = await aPicture({ width: 60 })
  const second = { ...validFields('campaigns', campaigns.add, { ids, icon }, '7'), regulators: ['nhtsa'] }
  const campaign_id = (await app.call(campaigns.add, second as never)).data._id
  const vin = withCheckDigit('1FDXE4FS0GD310312') ?? ''
  const unit = (await app.call(campaignUnits.add, { campaign_id, vin })).data._id
  Object.assign(ids, { second_campaign_id: campaign_id, second_unit_id: unit })
  // Its French is to be confirmed.
  const older = await app.call(rvTypes.add, { name: 'Slide-In', name_fr: 'Cellule', seq_no: 8 })
  ids.older_id = older.data._id
  await app.call(rvTypes.edit, { cat_id: ids.older_id, name: 'Slide-In Camper', seq_no: 8 })
  for (const type of recordTypes) {
    const { add } = writesOf(type)
    const { key } = kinds[type]
    if (ids[key] || !add) continue
    const fields = validFields(type, add, { ids, icon })
    const { data } = (await app.call(add, add.multipart ? formOf(fields as never) : fields)) as {
      data: { _id: string }
    }
    ids[key] = data._id
  }
  const lost = { ...validFields('dealers', dealers.add, { ids, icon }, '5'), latitude: 0, longitude: 0 }
  ids.doubted_id = (await app.call(dealers.add, formOf(lost as never))).data._id
  await app.db
    .updateTable('campaign_units')
    .set({ said: JSON.stringify({ what: 'done', on: '2026-06-01' }) })
    .execute()
  const missing = recordTypes.filter((type) => !ids[kinds[type].key])
  if (missing.length) throw new Error(`inhabited-app.ts has no record of ${missing.join(', ')}`)
  const asOwner = { token: owner }
  const note = 'Made by the owner.'
  ids.own_checklist_id = (await app.call(ownRecords.addChecklist, { name: 'Own', note }, asOwner)).data._id
  const due = { reminder_name: 'Own', item_name: 'Tires', due_date: '2099-05-10', note }
  ids.own_maintenance_id = (await app.call(ownRecords.addMaintenance, due, asOwner)).data._id
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

/**
 * RVs that wait to be transferred from the one owner to the other, by the ids of their transfers, and one that may be
 * sold.
 */
export async function sellRvs({ call, owner, otherOwner, ids: { category, year, model } }: InhabitedApp) {
  const add = async (vin: string, token: string) => {
    const fields = { category: category ?? '', year: year ?? '', model: model ?? '', vin }
    return (await call(ownRecords.addRv, fields, { token })).data._id
  }
  const waiting: string[] = []
  for (const vin of ['310377', '310378']) {
    await call(ownRecords.soldRv, { rv_id: await add(vin, owner) }, { token: owner })
    waiting.push(await add(vin, otherOwner))
  }
  return { waiting, forSale: await add('310379', owner) }
}
