import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { changes } from '#contract/changes.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { topics } from '#contract/topics.ts'
import { preferences, views } from '#contract/views.ts'
import { copiedTables } from '#server/db/copy-tables.ts'
import { engineOf } from '#server/db/engines/engine.ts'
import type { Db } from '#server/db/schema.ts'
import { API_KEY } from '#server/testing/build-test-app.ts'
import { changeBy } from '#server/testing/people.ts'
import { aPicture, formOf as pictureForm } from '#server/testing/pictures.ts'
import { recordNew } from '../server/records/plan/sources/facts.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp, tokenFor } from './inhabited-app.ts'

let app: InhabitedApp
let port: number
beforeEach(async () => {
  app = await buildInhabitedApp()
  port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => app.close())

const signedIn = everyCall.map(([, endpoint]) => endpoint).filter((endpoint) => !endpoint.public && !endpoint.get)
const BOUNDARY = 'half-sent'

/** Starts a call; returns a function that sends the rest and resolves to the status of the answer. */
async function begin(endpoint: Endpoint) {
  const [type, body] = endpoint.multipart
    ? [`multipart/form-data; boundary=${BOUNDARY}`, formOf(app.ids)]
    : ['application/json', JSON.stringify(app.ids)]
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    `POST ${addressOf(endpoint)}?platform=web HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-api-key: ${API_KEY}`,
    `token: ${tokenFor(endpoint, app)}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  return async () => {
    socket.write(body.slice(5))
    return [endpoint.path, await statusOf(socket)] as const
  }
}

const formOf = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--${BOUNDARY}--\r\n`

async function statusOf(socket: Socket) {
  let text = ''
  socket.setEncoding('utf8').on('data', (part) => {
    text += part
  })
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1])
}

/** Everything in the database except sessions, and the people whose state the test has changed. */
async function everything(db: Db) {
  const tables: Record<string, unknown> = {}
  for (const { table, key } of copiedTables) {
    if (['sessions', 'app_sessions', 'admins', 'users'].includes(table)) continue
    tables[table] = (
      await sql`select * from ${sql.table(table)} order by ${sql.join([key].flat().map((one) => sql.ref(one)))}`.execute(
        db,
      )
    ).rows
  }
  return tables
}

/** Begins all these calls, lets `end` happen, sends their rest, and returns the status of each. */
async function heldWhile(calls: Endpoint[], end: () => Promise<unknown>) {
  const rest = await Promise.all(calls.map(begin))
  // Each call has passed authentication by now and waits for its body.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await end()
  const before = await everything(app.db)
  const answers = await Promise.all(rest.map((send) => send()))
  expect(await everything(app.db)).toEqual(before)
  return new Set(answers.map(([path, status]) => `${status}${status === 401 || status === 403 ? '' : ` ${path}`}`))
}

describe('a call that is half sent', () => {
  it('is refused when its administrator signs out meanwhile, whichever it is', async () => {
    const end = () => app.db.deleteFrom('sessions').execute()
    const calls = signedIn.filter(({ owner }) => !owner)
    expect(await heldWhile(calls, end)).toEqual(new Set(['401']))
  })

  it('is refused when its administrator is deactivated meanwhile', async () => {
    const end = () => app.db.updateTable('admins').set({ status: 'INACTIVE' }).execute()
    const calls = signedIn.filter(({ owner, change }) => !owner && change)
    expect(await heldWhile(calls, end)).toEqual(new Set(['401']))
  })

  it('is refused when the proof that it needs is too old meanwhile', async () => {
    const end = () => app.db.updateTable('sessions').set({ proved_at: '2020-01-01T00:00:00.000Z' }).execute()
    expect(
      await heldWhile(
        signedIn.filter(({ proof }) => proof),
        end,
      ),
    ).toEqual(new Set(['403']))
  })

  it('is refused when its owner signs out meanwhile, whichever it is', async () => {
    const end = () => app.db.deleteFrom('app_sessions').execute()
    expect(
      await heldWhile(
        signedIn.filter(({ owner }) => owner),
        end,
      ),
    ).toEqual(new Set(['401']))
  })

  it('is refused when its owner is deactivated meanwhile', async () => {
    const end = () => app.db.updateTable('users').set({ status: 0 }).execute()
    expect(
      await heldWhile(
        signedIn.filter(({ owner }) => owner),
        end,
      ),
    ).toEqual(new Set(['401']))
  })
})

describe('a change whose session ends while it is being made', () => {
  it('is not written: what its maker may change is looked up in its own transaction', async () => {
    const { allowance, ...about } = changeBy({ _id: 'anybody' })
    expect(allowance).toBeUndefined()
    const ended = { ...about, allowance: () => Promise.reject(new Error('signed out')) }
    const add = app.db
      .transaction()
      .execute((db) => recordNew(db, 'topics', { name: 'Late', seq_no: 1, required: 0 }, ended))
    await expect(add).rejects.toThrow('signed out')
    expect((await app.call(topics.list, { filters: { name: { value: 'Late' } } })).total).toBe(0)
  })

  it('is refused, and its picture is not kept', async () => {
    const { files } = app.deps
    const put = files.put.bind(files)
    // The picture is kept right before the transaction.
    files.put = async (...file) => {
      await app.db.deleteFrom('sessions').execute()
      return put(...file)
    }
    const before = await everything(app.db)
    const refusal = await app.refusal(appImages.add, pictureForm({ url: await aPicture(), seq_no: 1 }))
    expect(refusal.status).toBe(401)
    expect(await everything(app.db)).toEqual(before)
  })
})

describe('what writes but is no change', () => {
  it.each<[Endpoint, (ids: Record<string, string>) => object]>([
    [views.save, () => ({ list: 'years', name: 'Late', state: {} })],
    [views.save, ({ view_id }) => ({ view_id, list: 'rv_types', is_default: true })],
    [views.delete, ({ view_id }) => ({ view_id })],
    [preferences.set, () => ({ list: 'years', per_page: 25 })],
    [changes.stop, ({ change_id }) => ({ change_id })],
    [secondFactor.totpBegin, () => ({})],
    [ownNotifications.addDevice, () => ({ token: 'late', platform: 'ios' })],
    [ownNotifications.removeDevice, () => ({ token: 'early' })],
    [ownNotifications.markRead, () => ({ all: true })],
    [ownNotifications.delete, ({ notification_id }: Record<string, string>) => ({ notification_id })],
  ])('is refused in its own transaction: $path', async (endpoint, inputOf) => {
    const { db, ids } = app
    await db.updateTable('changes').set({ state: 'running' }).execute()
    const device = { token: 'early', platform: 'ios' } as const
    await app.call(ownNotifications.addDevice, device, { token: tokenFor(ownNotifications.addDevice, app) })
    const before = await everything(db)
    const engine = engineOf(db)
    const begin = engine.transaction
    const began = vi.spyOn(engine, 'transaction').mockImplementationOnce(async (db, work) => {
      await db.deleteFrom('sessions').execute()
      await db.updateTable('users').set({ status: 0 }).execute()
      return begin(db, work)
    })
    const refusal = await app.refusal(endpoint, inputOf(ids), { token: tokenFor(endpoint, app) })
    began.mockRestore()
    expect(refusal.status).toBe(401)
    expect(await everything(db)).toEqual(before)
  })
})
