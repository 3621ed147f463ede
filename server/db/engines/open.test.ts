import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inSlices } from '../in-slices.ts'
import { migrate, migrations } from '../migrate.ts'
import type { Db } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { engineOf } from './engine.ts'
import { openDatabase } from './open.ts'
import { SqliteFile } from './sqlite-file.ts'

let folder: string
let db: Db
const open = () => openDatabase(join(folder, 'deep', 'back-office.db'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-'))
  db = open()
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

const pragma = async (name: string) => {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

describe('the embedded database', () => {
  it('keeps a write-ahead log, syncs every commit and checks references, also after it is opened again', async () => {
    await migrate(db)
    await db.destroy()
    db = open()
    expect([await pragma('journal_mode'), await pragma('synchronous'), await pragma('foreign_keys')]).toEqual([
      'wal',
      2,
      1,
    ])
  })

  it('gives the space of what was deleted back in slices, and keeps a little for what comes next', async () => {
    await migrate(db)
    const rows = Array.from({ length: 500 }, (_, at) => ({ name: `secret ${at}`, value: 'x'.repeat(20_000) }))
    await db.insertInto('secrets').values(rows).execute()
    const full = Number(await pragma('page_count'))
    await db.deleteFrom('secrets').execute()
    await inSlices(db, engineOf(db).giveBackPages)
    const [all, free] = [Number(await pragma('page_count')), Number(await pragma('freelist_count'))]
    expect(all).toBeLessThan(full / 2)
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThan(full / 10)
    expect(await pragma('integrity_check')).toBe('ok')
  })

  it('keeps all of a transaction or nothing', async () => {
    await migrate(db)
    const half = inTransaction(db, async (db) => {
      await db.insertInto('secrets').values({ name: 'half', value: 'x' }).execute()
      throw new Error('stopped halfway')
    })
    await expect(half).rejects.toThrow('stopped halfway')
    expect(await db.selectFrom('secrets').selectAll().execute()).toEqual([])
  })

  it('says that it is unavailable while another process writes, and works again afterwards', async () => {
    await migrate(db)
    const other = new SqliteFile(join(folder, 'deep', 'back-office.db'))
    other.exec('begin immediate')
    const write = () => db.insertInto('secrets').values({ name: 'one', value: 'x' }).execute()
    const error = await write().catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
    other.exec('rollback')
    other.close()
    await write()
    expect(await db.selectFrom('secrets').select('name').execute()).toEqual([{ name: 'one' }])
  })

  it('lets nobody read what another is still writing', async () => {
    await migrate(db)
    const writing = inTransaction(db, async (db) => {
      await db.insertInto('secrets').values({ name: 'a', value: 'x' }).execute()
      await new Promise((later) => setTimeout(later, 20))
      throw new Error('taken back')
    }).catch(() => {})
    await new Promise((soon) => setTimeout(soon, 5))
    expect(await db.selectFrom('secrets').selectAll().execute()).toEqual([])
    await writing
  })
})

describe('migrations', () => {
  it('run once, each noted in its own transaction', async () => {
    const applied = await migrate(db)
    expect(applied).toEqual(migrations.map(({ name }) => name))
    expect(applied).toEqual(applied.toSorted())
    expect(await migrate(db)).toEqual([])
  })

  it('leave nothing behind when they fail, and run again after the cause is gone', async () => {
    await sql`create table models (in_the_way text)`.execute(db)
    await expect(migrate(db)).rejects.toThrow('models')
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where name = 'rv_types'`.execute(db)
    expect(rows).toEqual([])
    await sql`drop table models`.execute(db)
    expect(await migrate(db)).toEqual(migrations.map(({ name }) => name))
  })
})

describe('the queries of the lists', () => {
  it('walk an index in every order that is offered, without sorting', async () => {
    await migrate(db)
    const orders = {
      rv_types: ['is_deleted, id', 'name_key, id', 'seq_no, id', 'seq_no, created_at desc, id'],
      years: ['name_key desc, id desc', 'created_at desc, id desc'],
      topics: ['name_key, id', 'seq_no, created_at desc, id'],
      sub_topics: ['topic_id, id', 'name_key, id', 'seq_no, created_at desc, id'],
      checklists: ['name_key, id', 'note_key desc, id desc', 'created_at desc, id desc', 'updated_at desc, id desc'],
      maintenance_items: [
        'item_name_key, id',
        'note_key, id',
        'due_date desc, id desc',
        'created_at desc, id desc',
        'updated_at, id',
      ],
      models: ['name_key, id', 'description_key, id', 'seq_no desc, id desc', 'seq_no, created_at desc, id'],
      app_images: ['seq_no, id', 'seq_no, created_at desc, id'],
      menu_items: ['title_key, id', 'seq_no, id', 'seq_no, created_at desc, id'],
      social_medias: ['name_key, id', 'url_key, id', 'created_at desc, id desc'],
      users: ['name_key, id', 'email_key desc, id desc', 'status, id', 'created_at desc, id desc', 'updated_at, id'],
      rvs: ['serial_no, id', 'vin desc, id desc', 'created_at desc, id desc', 'updated_at desc, id desc'],
    }
    for (const [table, terms] of Object.entries(orders)) {
      for (const order of terms) {
        const query = `explain query plan select seq from ${table} order by ${order} limit 10`
        const { rows } = await sql<{ detail: string }>`${sql.raw(query)}`.execute(db)
        expect([order, rows.map(({ detail }) => detail).join('; ')]).toEqual([order, expect.stringContaining('USING')])
        expect([order, rows.map(({ detail }) => detail).join('; ')]).not.toEqual([
          order,
          expect.stringContaining('TEMP B-TREE'),
        ])
      }
    }
  })
})

it('finds by an index what is looked for every hour', async () => {
  await migrate(db)
  const searches = [
    `app_sessions where used_at < 'x'`,
    `app_sessions where created_at < 'x'`,
    `app_sessions where created_at > 'x'`,
    `tries where window_ends_at <= 'x'`,
    `one_time_secrets where expires_at <= 'x'`,
    `idempotency_keys where created_at <= 'x'`,
    `known_addresses where used_at <= 'x'`,
    `known_addresses where used_at >= 'x'`,
    `app_sign_ins where id < 'x'`,
    `activity where id < 'x'`,
  ]
  for (const search of searches) {
    const { rows } = await sql<{ detail: string }>`explain query plan select * from ${sql.raw(search)}`.execute(db)
    expect([search, rows.map(({ detail }) => detail)]).toEqual([search, [expect.stringMatching(/^SEARCH/)]])
  }
})
