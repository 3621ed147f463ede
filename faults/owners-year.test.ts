import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import {
  askToMove,
  confirm,
  deleteMe,
  everythingAboutMe,
  move,
  needsUpdate,
  signIn,
  signOut,
  signUp,
} from '../e2e/app/account.ts'
import { Refusal, service } from '../e2e/app/call.ts'
import * as client from '../e2e/app/client.ts'
import { fetchInParts, manualOf, pagesOf } from '../e2e/app/manuals.ts'
import { inbox, openPush, receivePush, throwAway, unread } from '../e2e/app/messages.ts'
import { type Kept, Store } from '../e2e/app/store.ts'
import {
  addVehicle,
  correctSerial,
  finish,
  modelsFor,
  noteChecklist,
  remindOf,
  removeVehicle,
  serviceNear,
  warrantyEnd,
} from '../e2e/app/vehicles.ts'
import { type RunningServer, startServer, until } from '../e2e/server.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { startFakeFcm } from '../server/testing/fake-fcm.ts'
import { aPdf } from '../server/testing/manuals.ts'
import { answered, type Call, callerOf } from './call.ts'
import { faketime } from './faketime.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn as signInAdministrator } from './workload.ts'

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE })

let place: string
let server: RunningServer
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'year-'))
  goToDay(0)
  fcm = await startFakeFcm()
  server = await startServer({
    DATA_DIR: join(place, 'data'),
    HISTORY_DAYS: '60',
    APP_MIN_VERSION_IOS: '2.4',
    LOG_LEVEL: 'error',
    ...fcm.env,
    ...faketime(join(place, 'clock')),
  })
  Object.assign(service, { address: server.url, key: keyOf(join(place, 'data')), token: undefined })
})
afterEach(async () => {
  await server.stop()
  await fcm.stop()
  rmSync(place, { recursive: true })
})

/** Moves the running server's clock. */
function goToDay(day: number) {
  writeFileSync(join(place, 'clock'), `+${day}d`)
}

/** The code in the newest mail, once that is to this address. */
async function codeFor(address: string) {
  const codeIn = (mail = '') => (mail.includes(address) ? /(?:is|code)[\s=]+(\d{6})/.exec(mail)?.[1] : undefined)
  await until(() => codeIn(server.newestMail()) !== undefined)
  return codeIn(server.newestMail()) ?? ''
}

/** A serial number that the register of warranties knows. */
function knownSerial() {
  const database = new SqliteFile(join(place, 'data', 'back-office.db'), { readonly: true })
  const [serial] = database.column('select serial from warranties order by id limit 1')
  database.close()
  return String(serial)
}

/** Calls as an administrator who signs in now. */
const administrator = async () =>
  callerOf(server.url, service.key, await signInAdministrator(server.url, join(place, 'data')))

/** What the lists give to whoever the app is, in the order of their ids. */
async function listed() {
  const published = {
    rv_types: await client.listRvTypes(),
    years: await client.listYears(),
    models: await client.listModels(),
    topics: await client.listTopics(),
    sub_topics: await client.listSubTopics(),
    manuals: await client.listManuals(),
    cms_pages: await client.listPages(),
    dealers: await client.listDealers(),
    slider_images: await client.listSliderImages(),
    menu_items: await client.listMenuItems(),
    social_medias: await client.listSocialMedia(),
  }
  const own = service.token && {
    rvs: await client.listRvs(),
    checklists: await client.listChecklists(),
    maintenance: await client.listMaintenance(),
    notifications: await client.listMessages(),
  }
  const pages = await Promise.all(published.manuals.data.map(({ _id }) => client.listManualPages({ manual_id: _id })))
  expect(Object.values(published).map(({ next }) => next)).toEqual(Object.values(published).map(() => null))
  const lists = Object.entries({ ...published, ...own }).map(([type, { data }]) => [type, data] as const)
  return inOrder([...lists, ['manual_pages', pages.flatMap(({ data }) => data)]])
}
type Lists = (readonly [string, { _id: string }[]])[]
/** The lists that are not empty, each in the order of the ids. */
const inOrder = (lists: Lists) =>
  Object.fromEntries(
    lists
      .filter(([, records]) => records.length)
      .map(([type, records]) => [type, records.toSorted((one, other) => (one._id < other._id ? -1 : 1))]),
  )

/** The store must hold what the lists give. */
async function expectAllOf({ kept }: Store) {
  const held = Object.entries(kept.records).map(([type, records]) => [type, Object.values(records)] as const)
  expect(inOrder(held as unknown as Lists)).toEqual(await listed())
}

/** What administrators do within a month. */
async function editMuch(call: Call) {
  const [type, other] = answered(await call(rvTypes.list, { page: 1, per_page: 2 })).data
  const [year] = answered(await call(years.list, { page: 1, per_page: 1 })).data
  const [topic, gone] = answered(await call(topics.list, { page: 1, per_page: 2 })).data
  const [manual] = answered(await call(manuals.list, { page: 1, per_page: 1 })).data
  const [, checklist] = answered(await call(checklists.list, { page: 1, per_page: 2 })).data
  if (!type || !other || !year || !topic || !gone || !manual || !checklist)
    throw new Error('the demo data has too little')
  answered(await call(rvTypes.edit, { cat_id: type._id, name: `${type.name} II`, seq_no: type.seq_no }))
  answered(await call(rvTypes.delete, { cat_id: other._id }))
  answered(await call(years.edit, { year_id: year._id, name: '2098' }))
  const deleted = answered(await call(topics.delete, { topic_id: topic._id }))
  answered(await call(changes.undo, { change_id: deleted.change_id ?? '' }))
  answered(await call(topics.delete, { topic_id: gone._id }))
  answered(await call(manuals.delete, { manual_id: manual._id }))
  answered(await call(manuals.restore, { manual_id: manual._id }))
  answered(await call(checklists.add, { name: 'Before the winter', note: 'Drain the tanks.' }))
  answered(await call(checklists.delete, { checklist_id: checklist._id }))
}

const grace = { name: 'Grace Hopper', email: 'grace.year@example.com', password: 'flow-matic-1!' }
const { name, email, password } = grace
const NEW_EMAIL = 'grace.moved@example.com'

it('An app made from the description alone sees an owner through a year', async () => {
  const store = new Store()
  await visits(store)
  await signsUp(store)
  const rv = await addsAnRv(store)
  await caresForIt(store)
  const call = await administrator()
  await readsTheManual(store, rv, call)
  await getsAPush(store, call)
  await editMuch(call)

  goToDay(31)
  const opened = await comesBackOnLine(store)
  await changesMuch(opened)

  goToDay(31 + 70)
  await beginsAnew(opened)
  await sellsTheRv(opened)

  goToDay(300)
  await signIn(opened, NEW_EMAIL, password)
  expect(daysUntil(await deleteMe(opened, password))).toBe(307)
  await expectAllOf(opened)
  goToDay(304)
  await takesItBack(opened)
  goToDay(320)
  await expectAllOf(opened)
  await deleteMe(opened, password)
  goToDay(328)
  await isGone(opened)
})

async function visits(store: Store) {
  expect([await needsUpdate('ios', '2.10'), await needsUpdate('ios', '2.3.9')]).toEqual([false, true])
  expect(await needsUpdate('android', '1')).toBe(false)
  await store.sync()
  await expectAllOf(store)
}

async function signsUp(store: Store) {
  await signUp(name, email, password)
  await confirm(email, await codeFor(email))
  expect(await signIn(store, email, password)).toBe(true)
  await receivePush('device-of-grace', 'ios')
  await expectAllOf(store)
}

async function addsAnRv(store: Store) {
  const [manual] = store.all('manuals')
  const [model] = modelsFor(store, manual?.rv_type ?? '', manual?.year_name ?? '')
  if (!model) throw new Error('the demo data has no model with a manual')
  const serial = knownSerial()
  const vin = `1UJBJ0BN8M7${serial}`
  const rv = await addVehicle(store, model, vin)
  expect([rv.serial_no, store.all('rvs')]).toEqual([serial, [expect.objectContaining({ _id: rv._id })]])
  expect(await warrantyEnd(rv)).toMatch(/\d/)
  const refused = { status: 422, failure: { error_codes: { vin: [expect.any(String)] } } }
  await expect(addVehicle(store, model, vin)).rejects.toMatchObject(refused)
  return rv
}

async function caresForIt(store: Store) {
  await noteChecklist(store, 'Before we leave', 'Close the roof.')
  await remindOf(store, 'Tires', '2098-04-01', 'All six.')
  const tires = () => store.all('maintenance').find(({ mine }) => mine) as client.MaintenanceItem
  expect(tires()).toMatchObject({ item_name: 'Tires', done_at: null })
  await finish(store, tires())
  expect(tires().done_at).toMatch(/T/)
  const [place] = store.all('dealers').filter(({ type }) => type !== 'dealer')
  const near = await serviceNear(place?.latitude ?? 0, place?.longitude ?? 0, 50)
  expect(near[0]).toMatchObject({ distance_miles: 0 })
  expect(near.map(({ type }) => type)).not.toContain('dealer')
}

async function readsTheManual(store: Store, rv: client.Rv, call: Call) {
  const manual = () => manualOf(store, rv) as client.Manual
  expect(pagesOf(store, manual()).length).toBeGreaterThan(1)
  answered(await call(manuals.create_pdf, { manual_id: manual()._id, file: await aPdf() }))
  await store.sync()
  const address = manual().pdf_url ?? ''
  const whole = await (await fetch(new URL(address, service.address))).bytes()
  expect(whole.length).toBeGreaterThan(3000)
  const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())
  const inParts = await fetchInParts(address, 1000)
  expect(await bytesOf(inParts)).toEqual(whole)
  const cutOff = [await inParts.slice(0, whole.length >> 1).arrayBuffer()]
  expect(await bytesOf(await fetchInParts(address, 1000, cutOff))).toEqual(whole)
}

async function getsAPush(store: Store, call: Call) {
  const user_id = (await userWith(email, call))?._id ?? ''
  const message = { title: 'Recall', description: 'Please call.', purpose: 'safety' as const, user_ids: [user_id] }
  answered(await call(notifications.send, { ...message, title: 'Welcome' }))
  await until(() => fcm.taken.length === 1)
  answered(await call(notifications.send, message))
  await until(() => fcm.taken.length === 2)
  const notification_id = fcm.taken[1]?.id ?? ''
  expect([fcm.taken[1]?.token, await unread()]).toEqual(['device-of-grace', 2])
  await store.sync()
  expect(inbox(store).map(({ title, is_read }) => [title, is_read])).toEqual([
    ['Recall', false],
    ['Welcome', false],
  ])
  const opened = await openPush(store, { notification_id })
  expect([opened?.title, opened?.is_read, await unread()]).toEqual(['Recall', true, 1])
  await expectAllOf(store)
  await throwAway(store, notification_id)
  expect(inbox(store).map(({ title }) => title)).toEqual(['Welcome'])
}

/** The app is opened off line with what the device has kept, and is then up to date again. */
async function comesBackOnLine(before: Store) {
  const store = new Store(JSON.parse(JSON.stringify(before.kept)) as Kept)
  expect(store.all('rvs')).toHaveLength(1)
  await store.sync()
  await expectAllOf(store)
  expect(store.all('checklists').map((one) => one.name)).toContain('Before the winter')
  return store
}

async function changesMuch(store: Store) {
  const [rv] = store.all('rvs')
  await correctSerial(store, rv as client.Rv, '310313')
  await expect(correctSerial(store, rv as client.Rv, '310314')).rejects.toMatchObject({ status: 409 })
  await askToMove(NEW_EMAIL, password)
  expect(await move(await codeFor(NEW_EMAIL))).toBe(NEW_EMAIL)
  const everything = JSON.parse(await (await everythingAboutMe(password)).text()) as client.OwnersData
  expect(everything).toMatchObject({ profile: { email: NEW_EMAIL }, rvs: [{ serial_no: '310313' }] })
}

/** The server no longer knows what has changed since. */
async function beginsAnew(store: Store) {
  const since = store.kept.cursor ?? ''
  await expect(client.sync({ since })).rejects.toMatchObject({ status: 410, failure: { code: 'sync_again' } })
  await store.sync()
  await expectAllOf(store)
}

async function sellsTheRv(store: Store) {
  await removeVehicle(store, store.all('rvs')[0] as client.Rv)
  expect(store.all('rvs')).toEqual([])
  await signOut(store)
  expect(store.all('checklists')).toEqual([])
}

async function takesItBack(store: Store) {
  expect(await signIn(store, NEW_EMAIL, password)).toBe(true)
  expect(store.all('checklists').filter(({ mine }) => mine)).toHaveLength(1)
}

async function isGone(store: Store) {
  const call = await administrator()
  const found = { timeout: PATIENCE / 2, interval: 1000 }
  await expect.poll(() => userWith(NEW_EMAIL, call), found).toBeUndefined()
  await expect(signIn(store, NEW_EMAIL, password)).rejects.toBeInstanceOf(Refusal)
}

const daysUntil = (time: Date) => Math.round((time.getTime() - Date.now()) / 86_400_000)

async function userWith(address: string, call: Call) {
  const filters = { email: { value: address } }
  return answered(await call(users.list, { page: 1, per_page: 1, filters })).data[0]
}
