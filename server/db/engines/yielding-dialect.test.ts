import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { readQuery } from '../raw-query.ts'
import { openDatabase } from './open.ts'
import { SqliteFile } from './sqlite-file.ts'

const BUSY = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 100000) select count(*) from n`

it('A long transaction lets calls that only read run meanwhile, which see what was committed before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yielding-'))
  const db = openDatabase(join(folder, 'back-office.db'))
  await sql`create table things (name text)`.execute(db)
  let ended = false
  const writing = db
    .transaction()
    .execute(async (db) => {
      await sql`insert into things values ('new')`.execute(db)
      for (let place = 0; place < 50; place++) await BUSY.execute(db)
    })
    .finally(() => {
      ended = true
    })
  let turns = 0
  for (; !ended; turns++) {
    await setImmediate()
    if (!ended) expect(await readQuery(db, 'select name from things', [])).toEqual([])
  }
  await writing
  expect(turns).toBeGreaterThan(5)
  expect(await readQuery(db, 'select name from things', [])).toEqual([{ name: 'new' }])
  await db.destroy()
  await rm(folder, { recursive: true })
})

it('A write that waits for another process to end its own holds up nobody, goes on then, and is refused at last', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yielding-'))
  const file = join(folder, 'back-office.db')
  const db = openDatabase(file)
  await sql`create table things (name text)`.execute(db)
  const other = new SqliteFile(file)
  const add = (name: string) => db.transaction().execute((db) => sql`insert into things values (${name})`.execute(db))
  const turnsUntil = async (work: Promise<unknown>, ended: (turns: number) => void) => {
    let turns = 0
    let isOver = false
    const over = work.finally(() => {
      isOver = true
    })
    over.catch(() => {})
    for (; !isOver; turns++) {
      await setTimeout(1)
      ended(turns)
    }
    await over
    return turns
  }
  other.exec('begin immediate')
  const turns = await turnsUntil(add('waited'), (turns) => {
    if (turns === 20) other.exec('commit')
  })
  expect(turns).toBeGreaterThanOrEqual(20)
  other.exec('begin immediate')
  await expect(turnsUntil(add('refused'), () => {})).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  other.exec('rollback')
  await sql`insert into things values ('alone')`.execute(db)
  expect(await readQuery(db, 'select name from things', [])).toEqual([{ name: 'waited' }, { name: 'alone' }])
  other.close()
  await db.destroy()
  await rm(folder, { recursive: true })
})
