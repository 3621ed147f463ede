import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dealers } from '#contract/dealers.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { privacy } from '#contract/privacy.ts'
import { templates } from '#contract/templates.ts'
import { users } from '#contract/users.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'
import { formOf } from '../../testing/pictures.ts'

type Person = { id: string; token: string; phone: string }
let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
let grace: Person
let ada: Person
let nobody: Person
beforeEach(async () => {
  fcm = await startFakeFcm()
  app = await buildTestApp(fcm.env)
  grace = await person('Grace Hopper')
  ada = await person('{model} <b>$&</b>')
  nobody = await person('Nobody')
  await app.db.updateTable('users').set({ name: ' ' }).where('id', '=', nobody.id).execute()
  await app.db.updateTable('users').set({ zip: '95814' }).where('id', '=', grace.id).execute()
  await app.db.updateTable('users').set({ zip: '96701' }).where('id', '=', ada.id).execute()
})
afterEach(async () => {
  await app.close()
  await fcm.stop()
})

async function person(name: string): Promise<Person> {
  const id = await addOwner(app, name)
  const phone = `phone-of-${id}`
  return { id, phone, token: await addPhone(app, id, { token: phone }) }
}
const dealer = {
  type: 'both',
  active_lines: 'TT/TC',
  address: '400 J Street',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  zip: '95814',
  hour_sales: 'Mon-Sat 9-6',
  hour_service: 'Mon-Fri 8-5',
  hour_parts: 'Mon-Fri 8-5',
  latitude: 38.58,
  longitude: -121.49,
}
const addDealer = async (name: string, latitude: number) =>
  (await app.call(dealers.add, formOf({ ...dealer, name, latitude, phone: '(916) 555-0100' }))).data._id
async function addRv({ token }: Person, vin: string, model: string) {
  const catalogue = await addCatalogue(app, model)
  return (await app.call(ownRecords.addRv, { ...catalogue, vin, serial_no: vin }, { token })).data._id
}

const text = { title: 'Your {model}, {name}', description: 'Please call {dealer}. {name}: {model}.' }
const send = async (more: object = {}) => {
  const user_ids = [grace.id, ada.id, nobody.id]
  return (await app.call(notifications.send, { ...text, purpose: 'safety', user_ids, ...more })).data
}
const inbox = async ({ token }: Person, input = {}) =>
  (await app.call(ownNotifications.inbox, input, { token })).data.map(({ title, description }) => [title, description])
const pushedTo = ({ phone }: Person) =>
  fcm.taken.flatMap(({ token, title, body }) => (token === phone ? [[title, body]] : []))

const GRACES = ['Your 2285, Grace Hopper', 'Please call Northgate RV. Grace Hopper: 2285.']
const ADAS = ['Your RV, {model} <b>$&</b>', 'Please call your dealer. {model} <b>$&</b>: RV.']
const NOBODYS = ['Your RV, RV owner', 'Please call your dealer. RV owner: RV.']

describe('placeholders of a message', () => {
  beforeEach(async () => {
    await addDealer('Southgate RV', 38.4)
    await addDealer('Northgate RV', 38.57)
    await addRv(grace, '5ZT2CXKB1VB310312', '2285')
    await addRv(grace, '5ZT2CXKB1VB310313', '2290')
  })

  it('become what is known of each owner, on the phone and wherever the message is read', async () => {
    const { _id, title } = await send()
    expect(title).toBe(text.title)
    await app.runJobs()
    expect([grace, ada, nobody].flatMap(pushedTo)).toEqual([GRACES, ADAS, NOBODYS])
    for (const input of [{}, { page: 1 }, { after: '00000000-0000-7000-8000-000000000000' }])
      expect(await Promise.all([grace, ada, nobody].map((one) => inbox(one, input)))).toEqual([
        [GRACES],
        [ADAS],
        [NOBODYS],
      ])
    const { changed } = await app.call(sync, {}, { token: grace.token })
    expect(changed.filter(({ type }) => type === 'notifications')).toMatchObject([
      { record: { _id, title: GRACES[0], description: GRACES[1] } },
    ])
    const { data } = (await app.call(privacy.exportPersonal, { user_id: grace.id })) as {
      data: { notifications: object[] }
    }
    expect(data.notifications).toMatchObject([{ title: GRACES[0], description: GRACES[1] }])
    expect((await app.call(users.inApp, { user_id: ada.id })).data.messages.data).toMatchObject([{ title: ADAS[0] }])
  })

  it('are of the RV that is theirs longest, and of a dealer that owners see within 50 miles', async () => {
    const first = await app.db.selectFrom('rvs').select('id').orderBy('created_at').orderBy('id').executeTakeFirst()
    await app.call(ownRecords.deleteRv, { rv_id: first?.id ?? '' }, { token: grace.token })
    const north = await app.db.selectFrom('dealers').select('id').where('name', '=', 'Northgate RV').executeTakeFirst()
    const service_id = north?.id ?? ''
    await app.call(dealers.delete, { service_id })
    await send()
    expect(await inbox(grace)).toEqual([['Your 2290, Grace Hopper', 'Please call Southgate RV. Grace Hopper: 2290.']])
    await app.db.updateTable('users').set({ zip: '93301' }).where('id', '=', grace.id).execute()
    expect((await inbox(grace))[0]?.[1]).toBe('Please call your dealer. Grace Hopper: 2290.')
  })

  it('are shown for an owner before the message goes', async () => {
    const preview = async (user_id: string, more: object = {}) =>
      (await app.call(notifications.preview, { ...text, ...more, user_id })).data
    expect(await preview(grace.id)).toEqual({ title: GRACES[0], description: GRACES[1] })
    expect(await preview(nobody.id)).toEqual({ title: NOBODYS[0], description: NOBODYS[1] })
    expect(await preview(ada.id, { title: '', description: '{name}' })).toEqual({
      title: '',
      description: '{model} <b>$&</b>',
    })
    expect((await app.refusal(notifications.preview, { ...text, user_id: 'nobody' })).status).toBe(404)
    expect((await app.refusal(notifications.preview, { ...text, title: '{vin}', user_id: ada.id })).status).toBe(422)
  })

  it('are refused where there are none such, also in a message that waits and in a template', async () => {
    const said = 'There is no placeholder {vin}. Please use {name}, {model} or {dealer}.'
    const wrong = { ...text, title: 'Your {vin}' }
    const send_at = new Date(Date.now() + 86_400_000).toISOString()
    const { _id: notification_id, version } = await send({ send_at })
    const refusals = [
      await app.refusal(notifications.send, { ...wrong, user_ids: [grace.id] }),
      await app.refusal(notifications.rewrite, { ...wrong, notification_id, version, purpose: 'safety' }),
      await app.refusal(templates.add, { ...wrong, name: 'Recall', purpose: 'safety' }),
    ]
    expect(refusals.map(({ status, errors }) => [status, errors])).toEqual(
      Array.from({ length: 3 }, () => [422, { title: [said] }]),
    )
  })

  it('may make a text longer than one may write', async () => {
    const long = 'x'.repeat(54)
    await send({ title: `${long}{name}` })
    expect((await inbox(grace))[0]?.[0]).toBe(`${long}Grace Hopper`)
  })

  it('are not looked for in the lines below news', async () => {
    const { _id } = await send({ description: 'Dear {name}' })
    await app.db.updateTable('notifications').set({ imprint: 'By {name}' }).where('id', '=', _id).execute()
    expect((await inbox(grace))[0]?.[1]).toBe('Dear Grace Hopper\n\nBy {name}')
  })
})
