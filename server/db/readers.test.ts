import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { readersOf } from './readers.ts'
import type { Db } from './schema.ts'

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

it('see what has been committed, each time anew', async () => {
  expect(await ask('select name from secrets where name = ?', ['a'])).toEqual([])
  await addSecret('a')
  expect(await ask('select name from secrets where name = ?', ['a'])).toEqual([{ name: 'a' }])
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

it('are not there for a database in memory', async () => {
  const inMemory = openDatabase(':memory:')
  expect(readersOf(inMemory)).toBeUndefined()
  await inMemory.destroy()
})

it('do not keep a process alive that is done', async () => {
  const open = `import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open.ts'))}
    import { readersOf } from ${JSON.stringify(join(import.meta.dirname, 'readers.ts'))}
    console.log(await readersOf(openDatabase(${JSON.stringify(join(folder, 'back-office.db'))})).rows('select 1 as one', []))`
  const { stdout } = await promisify(execFile)('node', ['--input-type=module', '-e', open], { timeout: 30_000 })
  expect(stdout).toContain('one: 1')
})
