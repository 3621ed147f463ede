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
import { knownAddresses } from './migrations/0013-known-addresses.ts'
import type { Db } from './schema.ts'

/** Every change to the schema, in order. A released migration is never renamed or edited. */
const migrations: { name: string; up: (db: Db) => Promise<void> }[] = [
  { name: '0001-account-and-catalogue', up: accountAndCatalogue },
  { name: '0002-topics-checklists-maintenance', up: topicsChecklistsMaintenance },
  { name: '0003-pictures-and-links', up: picturesAndLinks },
  { name: '0004-cms-pages', up: cmsPages },
  { name: '0005-manuals', up: manuals },
  { name: '0006-people', up: people },
  { name: '0007-dealers', up: dealers },
  { name: '0008-notifications', up: notifications },
  { name: '0009-large-lists', up: largeLists },
  { name: '0013-known-addresses', up: knownAddresses },
]

/**
 * Applies the missing migrations, each in a transaction of its own; servers that start together take turns. Returns
 * the names that were applied.
 */
export async function migrate(db: Db): Promise<string[]> {
  const { withSetupLock } = engineOf(db)
  await withSetupLock(db, createMigrations)

  const applied: string[] = []
  for (const { name, up } of migrations) {
    await withSetupLock(db, async (db) => {
      const known = await db.selectFrom('migrations').select('name').where('name', '=', name).executeTakeFirst()
      if (known) return
      await up(db)
      await db.insertInto('migrations').values({ name, applied_at: new Date().toISOString() }).execute()
      applied.push(name)
    })
  }
  return applied
}

const createMigrations = (db: Db) =>
  db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute()

const BEING_FILLED = 'being-filled'

/** Whether a copy into this database has begun and not finished. No server starts on it until it has. */
export async function isBeingFilled(db: Db) {
  const mark = db.selectFrom('migrations').select('name').where('name', '=', BEING_FILLED)
  return (await mark.executeTakeFirst()) !== undefined
}

/** Marks that a copy into this database has begun (`true`) or finished (`false`). */
export async function markBeingFilled(db: Db, begins: boolean) {
  await db.deleteFrom('migrations').where('name', '=', BEING_FILLED).execute()
  const mark = { name: BEING_FILLED, applied_at: new Date().toISOString() }
  if (begins) await db.insertInto('migrations').values(mark).execute()
}
