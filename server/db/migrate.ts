import { engineOf } from './engines/engine.ts'
import { SqliteFile } from './engines/sqlite-file.ts'
import { release100 } from './migrations/0001-release-1.0.0.ts'
import { changesInOrder } from './migrations/0002-changes-in-order.ts'
import { accountSafety } from './migrations/0003-account-safety.ts'
import { firstSteps } from './migrations/0004-first-steps.ts'
import { mailProblems } from './migrations/0005-mail-problems.ts'
import { rvsOfOwners } from './migrations/0006-rvs-of-owners.ts'
import { runningChanges } from './migrations/0007-running-changes.ts'
import { takeOvers } from './migrations/0008-take-overs.ts'
import { heldServices } from './migrations/0009-held-services.ts'
import { renumbered } from './migrations/0010-renumbered.ts'
import { plainQuotes } from './migrations/0011-plain-quotes.ts'
import { release120 } from './migrations/0012-release-1.2.0.ts'
import { release130 } from './migrations/0013-release-1.3.0.ts'
import { release140 } from './migrations/0014-release-1.4.0.ts'
import { isPostgres, type MigrationDb } from './migrations/frozen/migration-db.ts'
import { postgresColumnTypes } from './migrations/frozen/postgres-column-types.ts'
import type { Db } from './schema.ts'

/**
 * One schema change. One that `rebuilds` a table that others refer to has all references checked at its end, which
 * takes seconds in a large SQLite database; others have each checked when written.
 */
export type Migration = { name: string; rebuilds?: true; up: (db: MigrationDb) => Promise<void> }

/** A migration about to be applied to a database already in use, and how many are left including it. */
type Step = { migration: string; left: number }
export type TellStep = (step: Step) => void

/** Every schema change, in order. A released migration is never renamed or edited. */
export const migrations: Migration[] = [
  { name: '0001-release-1.0.0', up: release100 },
  { name: '0002-changes-in-order', up: changesInOrder },
  { name: '0003-account-safety', up: accountSafety },
  { name: '0004-first-steps', up: firstSteps },
  { name: '0005-mail-problems', up: mailProblems },
  { name: '0006-rvs-of-owners', up: rvsOfOwners },
  { name: '0007-running-changes', up: runningChanges },
  { name: '0008-take-overs', up: takeOvers },
  { name: '0009-held-services', up: heldServices },
  { name: '0010-renumbered', up: renumbered },
  { name: '0011-plain-quotes', up: plainQuotes },
  { name: '0012-release-1.2.0', rebuilds: true, up: release120 },
  { name: '0013-release-1.3.0', up: release130 },
  { name: '0014-release-1.4.0', up: release140 },
]

/**
 * Applies the missing ones of `steps`, each in its own transaction; servers that start together take turns. `tell` is
 * called before each. Returns the names applied. Throws Unusable if the database has a migration that is not among
 * them: a newer version made it, or one between two releases.
 */
export async function migrate(db: Db, steps = migrations, tell: TellStep = () => {}): Promise<string[]> {
  const { withSetupLock, withSchemaLock } = engineOf(db)
  await withSetupLock(db, (db) => createMigrations(forMigration(db)))
  await refuseNewer(db, steps)

  const known = new Set((await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
  const missing = steps.filter(({ name }) => !known.has(name))
  const applied: string[] = []
  for (const [place, { name, rebuilds, up }] of missing.entries()) {
    if (known.size) tell({ migration: name, left: missing.length - place })
    await (rebuilds ? withSchemaLock : withSetupLock)(db, async (db) => {
      // Another server may have been faster.
      if (await isApplied(db, name)) return
      await up(forMigration(db))
      await db.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
      applied.push(name)
    })
  }
  return applied
}

// Migrations have no table types: they ran on other tables than today's.
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

/** A working database that must not be used as it is. */
export class Unusable extends Error {}

async function refuseNewer(db: Db, steps: Migration[]) {
  const known = [...steps.map(({ name }) => name), ...Object.values(marks)]
  const others = db.selectFrom('migrations').select('name').where('name', 'not in', known).orderBy('name')
  const { name } = (await others.executeTakeFirst()) ?? {}
  if (name === undefined) return
  const which = name > (steps.at(-1)?.name ?? '') ? 'a newer version' : 'an unreleased version'
  throw new Unusable(`${which} of this product has changed the database: ${name}`)
}

/**
 * Names beside those of migrations that keep servers from starting: a copy into this database is unfinished, or all of
 * it was copied into another that is used instead.
 */
const marks = {
  'being filled': 'being-filled',
  'being restored': 'being-restored',
  'moved away': 'moved-away',
} as const
export type Mark = keyof typeof marks
/** The marks of an unfinished copy: by a move, or by a restore. */
export const unfinishedMarks = ['being filled', 'being restored'] as const satisfies Mark[]
export type UnfinishedMark = (typeof unfinishedMarks)[number]

/** Whether the database has this mark. */
export async function hasMark(db: Db, mark: Mark) {
  return isApplied(db, marks[mark])
}

/**
 * Throws Unusable for a database that must not be used as it is: changed by a newer version, incompletely copied, or
 * moved away.
 */
export async function refuseUnusable(db: Db) {
  await refuseNewer(db, migrations)
  if (await hasMark(db, 'being filled'))
    throw new Unusable('a move to this database has not finished; run npm run move again to continue')
  if (await hasMark(db, 'being restored'))
    throw new Unusable('a restore into this database has not finished; run npm run restore again to continue')
  if (await hasMark(db, 'moved away'))
    throw new Unusable('this data has moved to PostgreSQL: set DATABASE_URL; npm run move -- --back undoes that')
}

/** Puts a mark on the database or takes it away. */
export async function setMark(db: Db, mark: Mark, isSet: boolean) {
  const name = marks[mark]
  await db.deleteFrom('migrations').where('name', '=', name).execute()
  if (isSet) await db.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
}

/** Whether `steps` would change the database in `file`, which may be open elsewhere. */
export function needsMigration(file: string, steps = migrations): boolean {
  const database = new SqliteFile(file, { readonly: true })
  try {
    const applied = database.column<string>('select name from migrations')
    return steps.some(({ name }) => !applied.includes(name))
  } catch {
    return true
  } finally {
    database.close()
  }
}
