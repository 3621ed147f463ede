import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

const POSTAL_AREA = `case when substr(zip, 1, 1) between '0' and '9' then substr(zip, 1, 5) else upper(substr(zip, 1, 3)) end`

/** Finds the owners whom a message is meant for; says of messages whom they were meant for, and until when warranties last. */
export async function audiences(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `alter table warranty_answers add column ends_on ${text}`,
    `alter table notifications add column audience ${text}`,
    'create index rvs_owners_of_type on rvs (cat_id, year_id, model_id, user_id) where is_deleted = 0',
    'create index rvs_owners_of_year on rvs (year_id, user_id) where is_deleted = 0',
    'create index rvs_owners_of_model on rvs (model_id, user_id) where is_deleted = 0',
    `create index maintenance_items_due_of_owners on maintenance_items (due_date, added_by_id)
       where is_deleted = 0 and added_by_kind = 'user' and done_at is null`,
    'create index devices_of_platform on devices (platform, user_id)',
    'create index warranty_answers_ending on warranty_answers (ends_on) where ends_on is not null',
    'create index users_told on users (id, news) where is_deleted = 0 and status = 1 and erased_at is null',
    'create index users_by_state on users (lower(state))',
    `create index users_by_postal_area on users ((${POSTAL_AREA}))`,
  ])
}
