import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Language } from '#contract/french.ts'
import { notifications } from '#contract/notifications.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { sync } from '#contract/owner/sync.ts'
import { addPhone } from '../../testing/add-phone.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { addOwner } from '../../testing/people.ts'

let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
afterEach(async () => {
  await app.close()
  await fcm.stop()
})
async function begin(LANGUAGES: string) {
  fcm = await startFakeFcm()
  const sender = { SENDER_NAME: 'KZRV', SENDER_ADDRESS: '985 N 900 W, Shipshewana', SENDER_CONTACT: 'www.example.com' }
  app = await buildTestApp({ ...fcm.env, ...sender, LANGUAGES })
}
/** An owner who reads one language, with a phone in another. */
async function anOwner(name: string, language: Language | null, phone?: string) {
  const id = await addOwner(app, name)
  await app.db.updateTable('users').set({ language, news: 1 }).where('id', '=', id).execute()
  const token = await addPhone(app, id, { token: `phone-of-${id}`, language: phone })
  const pushed = () =>
    fcm.taken.flatMap(({ token, title, body }) => (token === `phone-of-${id}` ? [[title, body]] : []))
  const inbox = async (input: object = {}) =>
    (await app.call(ownNotifications.inbox, input, { token })).data.map(({ title, description }) => [
      title,
      description,
    ])
  const synced = async (input: object = {}) =>
    (await app.call(sync, input, { token })).changed.flatMap(({ type, record }) =>
      type === 'notifications' ? [[record.title, record.description]] : [],
    )
  return { id, pushed, inbox, synced }
}
const english = { title: 'Recall of your {model}', description: 'Please call {dealer}.' }
const french = { title_fr: 'Rappel de votre {model}', description_fr: 'Appelez {dealer}.' }
const ENGLISH = ['Recall of your RV', 'Please call your dealer.']
const FRENCH = ['Rappel de votre VR', 'Appelez votre concessionnaire.']
const send = async (...[to, more = {}]: [{ id: string }[], object?]) =>
  (
    await app.call(notifications.send, {
      ...english,
      ...french,
      purpose: 'safety',
      user_ids: to.map(({ id }) => id),
      ...more,
    })
  ).data

describe('a message in French', () => {
  beforeEach(() => begin('en,fr'))

  it('is read by those who read French, as they say or their phone does, wherever it is read', async () => {
    const [luc, eva, ada] = [
      await anOwner('Luc', 'fr', 'en'),
      await anOwner('Eva', null, 'fr-CA'),
      await anOwner('Ada', 'en', 'fr'),
    ]
    expect(await send([luc, eva, ada])).toMatchObject({ ...english, ...french })
    await app.runJobs()
    for (const one of [luc, eva])
      expect([
        one.pushed(),
        await one.inbox(),
        await one.inbox({ after: '00000000-0000-7000-8000-000000000000' }),
        await one.synced(),
      ]).toEqual(Array(4).fill([FRENCH]))
    expect([ada.pushed(), await ada.inbox(), await ada.synced()]).toEqual(Array(3).fill([ENGLISH]))
  })

  it('is what an app asks for in French, whatever its owner reads', async () => {
    const luc = await anOwner('Luc', 'en')
    await send([luc])
    expect([await luc.inbox(), await luc.inbox({ language: 'fr' }), await luc.synced({ language: 'fr' })]).toEqual([
      [ENGLISH],
      [FRENCH],
      [FRENCH],
    ])
  })

  it('is none where it is not written: everybody reads the English', async () => {
    const luc = await anOwner('Luc', 'fr')
    const sent = await send([luc], { title_fr: '', description_fr: null })
    expect(sent).toMatchObject({ title_fr: '', description_fr: '' })
    await app.runJobs()
    expect([luc.pushed(), await luc.inbox({ language: 'fr' }), await luc.synced()]).toEqual(Array(3).fill([ENGLISH]))
  })

  it('says in French who has sent news', async () => {
    const luc = await anOwner('Luc', 'fr')
    await send([luc], { purpose: 'news' })
    const [[, text] = []] = await luc.inbox()
    expect(text).toContain('Vous recevez ces nouvelles parce que vous y avez consenti dans l’application.')
    expect(text).not.toContain('You get news')
  })

  it('is written whole, within the limits of the English', async () => {
    const luc = await anOwner('Luc', 'fr')
    const message = 'Please write title and message in French, or neither.'
    const base = { ...english, user_ids: [luc.id] }
    const errorsOf = async (more: object) => (await app.refusal(notifications.send, { ...base, ...more })).errors
    expect(await errorsOf({ title_fr: 'Rappel' })).toEqual({ description_fr: [message] })
    expect(await errorsOf({ title_fr: ' ', description_fr: 'Appelez.' })).toEqual({ title_fr: [message] })
    expect(Object.keys((await errorsOf({ ...french, title_fr: 'R'.repeat(61) })) ?? {})).toEqual(['title_fr'])
    expect(Object.keys((await errorsOf({ ...french, description_fr: '{nom}' })) ?? {})).toEqual(['description_fr'])
  })

  it('can be changed while it waits, and stays where an edit says nothing of it', async () => {
    const luc = await anOwner('Luc', 'fr')
    const waits = await send([luc], { send_at: new Date(Date.now() + 86_400_000).toISOString() })
    let version = waits.version
    const edit = async (more: object) => {
      const { data } = await app.call(notifications.rewrite, {
        ...english,
        notification_id: waits._id,
        version,
        ...more,
      })
      version = data.version
      return [data.title_fr, data.description_fr]
    }
    expect(await edit({ title: 'Winter' })).toEqual([french.title_fr, french.description_fr])
    expect(await edit({ title_fr: 'Hiver', description_fr: 'Appelez.' })).toEqual(['Hiver', 'Appelez.'])
    const half = { ...english, notification_id: waits._id, version, title_fr: 'Hiver' }
    expect((await app.refusal(notifications.rewrite, half)).status).toBe(422)
    expect(await edit({ title_fr: '' })).toEqual(['', ''])
  })
})

it('nobody reads French where owners read none', async () => {
  await begin('en')
  const luc = await anOwner('Luc', 'fr', 'fr-CA')
  await send([luc])
  await app.runJobs()
  expect([luc.pushed(), await luc.inbox(), await luc.inbox({ language: 'fr' }), await luc.synced()]).toEqual(
    Array(4).fill([ENGLISH]),
  )
})
