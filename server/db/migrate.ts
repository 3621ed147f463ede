import Database from 'better-sqlite3'
import { engineOf } from './engine.ts'
import { accountAndCatalogue } from './migrations/0001-account-and-catalogue.ts'
import { topicsChecklistsMaintenance } from './migrations/0002-topics-checklists-maintenance.ts'
import { picturesAndLinks } from './migrations/0003-pictures-and-links.ts'
import { cmsPages } from './migrations/0004-cms-pages.ts'
import { manuals } from './migrations/0005-manuals.ts'
import { people } from './migrations/0006-people.ts'
import { dealers } from './migrations/0007-dealers.ts'
import { notifications } from './migrations/0008-notifications.ts'
import { largeLists } from './migrations/0009-large-lists.ts'
import { countersAlike } from './migrations/0010-counters-alike.ts'
import { fencedJobs } from './migrations/0011-fenced-jobs.ts'
import { pruning } from './migrations/0012-pruning.ts'
import { knownAddresses } from './migrations/0013-known-addresses.ts'
import { foldedKeys } from './migrations/0014-folded-keys.ts'
import { printedDigests } from './migrations/0015-printed-digests.ts'
import { knownAddressesByUse } from './migrations/0016-known-addresses-by-use.ts'
import { views } from './migrations/0017-views.ts'
import { listsByTime } from './migrations/0018-lists-by-time.ts'
import { changes } from './migrations/0019-changes.ts'
import { aTeam } from './migrations/0020-a-team.ts'
import { servers } from './migrations/0021-servers.ts'
import { isPostgres, type MigrationDb } from './migrations/frozen/migration-db.ts'
import { postgresColumnTypes } from './migrations/frozen/postgres-column-types.ts'
import type { Db } from './schema.ts'

/** One change to the schema. */
export type Migration = { name: string; up: (db: MigrationDb) => Promise<void> }

/** Every change to the schema, in order. A released migration is never renamed or edited. */
export const migrations: Migration[] = [
  { name: '0001-account-and-catalogue', up: accountAndCatalogue },
  { name: '0002-topics-checklists-maintenance', up: topicsChecklistsMaintenance },
  { name: '0003-pictures-and-links', up: picturesAndLinks },
  { name: '0004-cms-pages', up: cmsPages },
  { name: '0005-manuals', up: manuals },
  { name: '0006-people', up: people },
  { name: '0007-dealers', up: dealers },
  { name: '0008-notifications', up: notifications },
  { name: '0009-large-lists', up: largeLists },
  { name: '0010-counters-alike', up: countersAlike },
  { name: '0011-fenced-jobs', up: fencedJobs },
  { name: '0012-pruning', up: pruning },
  { name: '0013-known-addresses', up: knownAddresses },
  { name: '0014-folded-keys', up: foldedKeys },
  { name: '0015-printed-digests', up: printedDigests },
  { name: '0016-known-addresses-by-use', up: knownAddressesByUse },
  { name: '0017-views', up: views },
  { name: '0018-lists-by-time', up: listsByTime },
  { name: '0019-changes', up: changes },
  { name: '0020-a-team', up: aTeam },
  { name: '0021-servers', up: servers },
]

/**
 * Applies the missing ones of `steps`, each in a transaction of its own; servers that start together take turns.
 * References are checked at the end of each, so a migration may rebuild a table that others refer to. Returns the names
 * that were applied. Throws Unusable for a database that knows a migration which is not among them: a newer version made it.
 */
export async function migrate(db: Db, steps = migrations): Promise<string[]> {
  const { withSetupLock, withSchemaLock } = engineOf(db)
  await withSetupLock(db, (db) => createMigrations(forMigration(db)))
  await refuseNewer(db, steps)

  const applied: string[] = []
  for (const { name, up } of steps) {
    if (await isApplied(db, name)) continue
    await withSchemaLock(db, async (db) => {
      // Another server may have been faster.
      if (await isApplied(db, name)) return
      await up(forMigration(db))
      await db.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
      applied.push(name)
    })
  }
  return applied
}

// Migrations know no table type: the tables of today are not those that they found.
function forMigration(db: Db): MigrationDb {
  const anyTables = db as unknown as MigrationDb
  return isPostgres(anyTables) ? anyTables.withPlugin(postgresColumnTypes) : anyTables
}

const createMigrations = (db: MigrationDb) =>
  db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute()

async function isApplied(db: Db, name: string) {
  return (await db.selectFrom('migrations').select('name').where('name', '=', name).executeTakeFirst()) !== undefined
}

/** Whether some of `steps` have not been applied. */
export async function isBehind(db: Db, steps = migrations) {
  const exists = (await db.introspection.getTables()).some(({ name }) => name === 'migrations')
  if (!exists) return true
  const applied = (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name)
  return steps.some(({ name }) => !applied.includes(name))
}

/** A database that works and must not be used as it is. */
export class Unusable extends Error {}

async function refuseNewer(db: Db, steps: Migration[]) {
  const known = [...steps.map(({ name }) => name), ...Object.values(marks)]
  const newer = db.selectFrom('migrations').select('name').where('name', 'not in', known).orderBy('name')
  const unknown = await newer.executeTakeFirst()
  if (unknown) throw new Unusable(`a newer version of this product has changed the database: ${unknown.name}`)
}

/**
 * Names beside those of migrations that keep servers from starting: a copy into this database has begun and not
 * finished, or all of it was copied into another one that is used instead.
 */
const marks = { 'being filled': 'being-filled', 'moved away': 'moved-away' } as const
export type Mark = keyof typeof marks

/** Whether the database has this mark. */
export async function hasMark(db: Db, mark: Mark) {
  return isApplied(db, marks[mark])
}

/**
 * Throws Unusable for a database that must not be used as it is: one that a newer version has changed, that a copy into it has not
 * finished, or that was moved away.
 */
export async function refuseUnusable(db: Db) {
  await refuseNewer(db, migrations)
  if (await hasMark(db, 'being filled'))
    throw new Unusable('a move to this database has not finished; run npm run move again to continue')
  if (await hasMark(db, 'moved away'))
    throw new Unusable('what was here has moved to PostgreSQL: set DATABASE_URL; npm run move -- --back undoes that')
}

/** Puts a mark on the database or takes it away. */
export async function setMark(db: Db, mark: Mark, isSet: boolean) {
  const name = marks[mark]
  await db.deleteFrom('migrations').where('name', '=', name).execute()
  if (isSet) await db.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
}

/** Whether `steps` would change the database in `file`, which somebody may have open. */
export function needsMigration(file: string, steps = migrations): boolean {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const applied = database.prepare<[], string>('select name from migrations').pluck().all()
    return steps.some(({ name }) => !applied.includes(name))
  } catch {
    return true
  } finally {
    database.close()
  }
}
