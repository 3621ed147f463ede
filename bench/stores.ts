import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import { readQuery, writeQuery } from '../server/db/raw-query.ts'
import type { Db } from '../server/db/schema.ts'
import { inTransaction } from '../server/db/transaction.ts'
import { addRvs, addUsers } from '../server/demo/add-people.ts'
import { addCatalogue } from '../server/demo/demo-data.ts'
import { fillFrom } from '../server/demo/fill-from.ts'
import { entryId } from '../server/records/activity.ts'
import { asPartOf, openChange } from '../server/records/open-change.ts'
import { rvTypeRecords } from '../server/resources/rv-types/rv-types.service.ts'
import { readSettings } from '../server/settings/settings.ts'
import { createFirstAdmin } from '../server/start/first-admin.ts'
import { openConfiguredDatabase } from '../server/start/open-configured.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import type { DatabaseName } from './options.ts'

export const ADMIN = { email: 'bench@example.com', password: 'Correct-horse-1!' }
/** How many records are written to: enough for clients not to wait for each other. */
const TYPES = 64
const RVS_PER_USER = 1.2

/**
 * Where databases of one kind are created: `settings` returns the environment of one with this many users, filled if
 * needed.
 */
export type Store = { settings: (rows: number) => Promise<Record<string, string>>; close: () => void }

/** Opens a store for databases of this kind. With `keep` the filled SQLite files stay for the next run. */
export async function openStore(database: DatabaseName, keep: boolean): Promise<Store> {
  const folder = keep ? join(tmpdir(), 'rv-bench') : mkdtempSync(join(tmpdir(), 'rv-bench-'))
  const throwAway = () => keep || rmSync(folder, { recursive: true, force: true })
  const dataDir = (rows: number) => join(folder, `${database}-${rows}`)
  if (database === 'sqlite') {
    return {
      async settings(rows) {
        const settings = { DATA_DIR: dataDir(rows) }
        const mark = join(dataDir(rows), 'filled')
        if (!existsSync(mark)) {
          rmSync(dataDir(rows), { recursive: true, force: true })
          await fill(settings, rows)
          writeFileSync(mark, '')
        }
        return settings
      },
      close: throwAway,
    }
  }
  const postgres = await startPrivatePostgres({ durable: true })
  return {
    async settings(rows) {
      const settings = { DATA_DIR: dataDir(rows), DATABASE_URL: `${postgres.url}/rows_${rows}` }
      mkdirSync(dataDir(rows), { recursive: true })
      const db = openPostgres(`${postgres.url}/postgres`, 1)
      await writeQuery(db, `create database rows_${rows}`, [])
      await db.destroy()
      await fill(settings, rows)
      return settings
    },
    close() {
      postgres.throwAway()
      throwAway()
    },
  }
}

async function fill(env: Record<string, string>, rows: number) {
  const began = performance.now()
  const settings = readSettings({ ...env, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  const db = await openConfiguredDatabase(settings)
  await createFirstAdmin(db, settings)
  await inTransaction(db, addRecords)
  await inTransaction<unknown>(db, (db) => addUsers(db, rows))
  await inTransaction<unknown>(db, (db) => addRvs(db, rows * RVS_PER_USER))
  await inTransaction<unknown>(db, (db) => addChanges(db))
  await db.destroy()
  console.error(`filled with ${rows.toLocaleString('en-US')} users in ${seconds(began)} s`)
}

/** One change of each user, as if each had been renamed once. */
async function addChanges(db: Db) {
  const { id: admin_id } = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  const users = await readQuery<{ id: string; name: string }>(db, 'select id, name from users order by seq', [])
  const at = new Date().toISOString()
  const ids = users.map(() => newId())
  const about = { at, admin_id, user_id: null }
  const message = 'User updated successfully.'
  const row = {
    ...about,
    is_deleted: 0,
    reason: null,
    call: 'bench',
    kind: 'edit',
    message,
    message_key: message.toLowerCase(),
  }
  const rest = {
    record_type: 'users',
    record_count: 1,
    expected_count: null,
    state: 'done',
    is_final: 0,
    undoes: null,
    undone_by: null,
  }
  function* changes() {
    for (const [place, { name }] of users.entries()) {
      yield { id: ids[place], ...row, title: name, title_key: name.toLowerCase(), ...rest }
    }
  }
  function* entries() {
    for (const [place, { id, name }] of users.entries()) {
      const change_id = ids[place] as string
      const changes = JSON.stringify({ name: ['Before', name] })
      yield {
        id: entryId(change_id, 0),
        change_id,
        ...about,
        action: 'edit',
        table_name: 'users',
        record_id: id,
        version: 1,
        changes,
      }
    }
  }
  await fillFrom(db, 'changes', changes())
  await fillFrom(db, 'activity', entries())
}

async function addRecords(db: Db) {
  const { id } = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  const change = openChange({ actor: { _id: id, kind: 'admin' }, call: 'bench', kind: 'import', message: 'Filled.' })
  await addCatalogue(db, change)
  for (let number = 0; number < TYPES; number++) {
    await rvTypeRecords.add(
      { db },
      { name: `Bench ${number}`, name_fr: '', seq_no: 1000 + number },
      asPartOf(db, change),
    )
  }
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(0)
