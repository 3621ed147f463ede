import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Keeps which services outside are not asked for the moment, why, and since when. */
export async function heldServices(db: MigrationDb) {
  await sql
    .raw(`create table held_services (
      service text primary key, about text not null, reason text not null, since text not null,
      tries integer not null, next_try_at text not null)`)
    .execute(db)
  await sql.raw('create table trusted_services (service text primary key, until text not null)').execute(db)
}
