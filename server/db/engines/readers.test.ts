import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { placesOnThread } from '../../integrations/places/places.ts'
import { listInbox } from '../../resources/notifications/inbox.repository.ts'
import { listRecipients } from '../../resources/notifications/notifications.repository.ts'
import { migrate } from '../migrate.ts'
import { readQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'
import { engineOf } from './engine.ts'
import { openDatabase } from './open.ts'
import { readersOf } from './readers.ts'

let folder: string
let db: Db

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readers-'))
  db = openDatabase(join(folder, 'back-office.db'))
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const ask = (text: string, values: (string | number)[] = []) => readersOf(db)?.rows(text, values)
const addSecret = (name: string) => db.insertInto('secrets').values({ name, value: 'x' }).execute()

it('see what has been committed, each time again', async () => {
  expect(await ask('select name from secrets where name = ?', ['a'])).toEqual([])
  await addSecret('a')
  expect(await ask('select name from secrets where name = ?', ['a'])).toEqual([{ name: 'a' }])
})

it('give rows as JSON that they have put together themselves', async () => {
  expect(await readersOf(db)?.json('select name from secrets', [])).toBe('[]')
  await addSecret('“a”')
  expect(await readersOf(db)?.json('select name, 1.5 as half from secrets where name = ?', ['“a”'])).toBe(
    '[{"name":"“a”","half":1.5}]',
  )
})

it('of quick reads plan by new statistics as soon as the server has them', async () => {
  await sql`create table things (one, other, filler)`.execute(db)
  await sql`create index things_by_one on things (one)`.execute(db)
  await sql`create index things_of_all on things (other, filler, one)`.execute(db)
  await sql`insert into things values (1, 1, 1)`.execute(db)
  await sql`analyze`.execute(db)
  async function planNow(time: number) {
    const text = 'select one from things where one = ? and filler = 1'
    await readQuery(db, text, [1])
    const plan = await readQuery<{ detail: string }>(db, `explain query plan ${text} limit ${time}`, [1])
    return plan.map(({ detail }) => detail)
  }
  expect(await planNow(1)).toEqual([expect.stringMatching('^SCAN')])
  await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)
    insert into things select i, 1, 1 from n`.execute(db)
  await engineOf(db).keepStatistics(db)
  expect(await planNow(2)).toEqual(['SEARCH things USING INDEX things_by_one (one=?)'])
})

it('write nothing', async () => {
  await expect(ask("insert into secrets values ('a', 'x') returning name")).rejects.toThrow('readonly database')
})

it('reject a query that fails with SQLite’s message, and only that one', async () => {
  const [failed, fine] = await Promise.allSettled([ask('select 1 from nowhere'), ask('select 1 as one')])
  expect(failed).toMatchObject({ reason: { message: 'no such table: nowhere' } })
  expect(fine).toMatchObject({ value: [{ one: 1 }] })
})

it('run a short query beside a long one', async () => {
  await Promise.all([ask('select 1'), ask('select 2')])
  const order: string[] = []
  const count = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000000) select max(i) from n'
  await Promise.all([
    ask(count)?.then(() => order.push('long')),
    ask('select 1')?.then(() => order.push('short')),
    ask('select 2')?.then(() => order.push('short')),
  ])
  expect(order).toEqual(['short', 'short', 'long'])
})

it('read the recipients of messages and the inboxes once there are many', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
  const admin = { id: 'ada', name: 'Ada', email: 'ada@example.com', password_hash: '', avatar_file: null }
  await db
    .insertInto('admins')
    .values({ ...admin, created_at: at, updated_at: at })
    .execute()
  const message = { title: 'Recall', title_key: 'recall', description: '', sent_by: 'ada', recipients: 1, counts: '{}' }
  await db
    .insertInto('notifications')
    .values({ ...shared, ...message, id: 'recall' })
    .execute()
  const named = { name: 'Zora', name_key: 'zora', email: 'z@example.com', email_key: 'z@example.com', status: 1 }
  const password = { type: 'SIMPLE', social_id: null, password_hash: null, must_change_password: 0 } as const
  await db
    .insertInto('users')
    .values({ ...shared, ...named, ...password, id: 'zora' })
    .execute()
  const state = { state: 'waiting', reason: null, attempts: 0, updated_at: at, read_at: null } as const
  const told = { notification_id: 'recall', user_id: 'zora', ...state }
  const readers = readersOf(db)
  if (!readers) throw new Error('there are no readers')
  const onThreads = vi.spyOn(readers, 'rows')
  const totals = async () => [
    (await listRecipients(db, { notification_id: 'recall' })).total,
    (
      await listInbox(
        { db, places: placesOnThread(), settings: { languages: ['en'] } },
        { owner: 'zora', language: 'en' },
        {},
      )
    ).total,
  ]

  await db.insertInto('notification_recipients').values(told).execute()
  expect(await totals()).toEqual([1, 1])
  expect(onThreads).not.toHaveBeenCalled()
  await db.updateTable('notification_recipients').set({ seq: 20_000, read_at: at }).execute()
  expect(await totals()).toEqual([1, 1])
  expect(onThreads).toHaveBeenCalledTimes(4)
})

it('are not there for a database in memory', async () => {
  const inMemory = openDatabase(':memory:')
  expect(readersOf(inMemory)).toBeUndefined()
  await inMemory.destroy()
})

it('do not keep a process alive that is done', async () => {
  const open = `import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
    import { readersOf } from ${JSON.stringify(join(import.meta.dirname, 'readers.ts'))}
    console.log(await readersOf(openDatabase(${JSON.stringify(join(folder, 'back-office.db'))})).rows('select 1 as one', []))`
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', open], { timeout: 300_000 })
  expect(stdout).toContain('one: 1')
})

it('of quick reads see committed data only, and wait for no transaction', async () => {
  const names = async () =>
    (await readQuery<{ name: string }>(db, 'select name from secrets', [])).map(({ name }) => name)
  await addSecret('a')
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('secrets').values({ name: 'b', value: 'x' }).execute()
    expect(await names()).toEqual(['a'])
    expect(await readQuery(trx, 'select name from secrets', [])).toHaveLength(2)
  })
  expect(await names()).toEqual(['a', 'b'])
})

it('of quick reads follow a change of the tables', async () => {
  const first = () => readQuery<object>(db, 'select * from secrets', [])
  await addSecret('a')
  expect(await first()).toEqual([{ name: 'a', value: 'x' }])
  await sql`alter table secrets add column more text default 'yes'`.execute(db)
  expect(await first()).toEqual([{ name: 'a', value: 'x', more: 'yes' }])
})
