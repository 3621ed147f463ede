import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/**
 * What says since when a stranger may have used an account, and what of webhooks is that stranger's. Browsers that are
 * known already count as known for ever.
 */
export async function strangers(db: MigrationDb) {
  for (const statement of [
    `alter table known_browsers add column first_at text not null default ''`,
    'alter table security_events add column since text',
    `alter table webhooks add column touches text not null default '[]'`,
    `update webhooks set touches = '[{"did":"moved","by":"' || set_by || '","at":"' || set_at || '"}]'`,
    'alter table webhooks drop column set_by',
    'alter table webhooks drop column set_at',
  ])
    await sql.raw(statement).execute(db)
}
