import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** RVs keep all 17 characters of their VIN where somebody has typed them: so far of trailers only, as the VIN itself. */
export async function fullVins(db: MigrationDb) {
  await runAll(db, [
    `alter table rvs add column full_vin ${textType(db)}`,
    'create index rvs_by_full_vin on rvs (full_vin, is_deleted, user_id, id) where full_vin is not null',
    'create index rvs_without_full_vin on rvs (vin, is_deleted, user_id, id) where full_vin is null',
    'update rvs set full_vin = vin where length(vin) = 17',
  ])
}
