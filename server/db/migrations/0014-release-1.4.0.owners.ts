import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** RVs that were sold: who had them last, and which of them a later owner was refused. */
export async function owners(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `alter table rvs add column sold_by ${text}`,
    `alter table rvs add column transfer_refused ${text}`,
    'create index rvs_sold on rvs (vin, model_id) where sold_by is not null',
    'create index rvs_sold_by on rvs (sold_by, user_id) where sold_by is not null',
  ])
}
