import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Finds the owners whom a message is meant for; says of messages whom they were meant for, and until when warranties last. */
export async function audiences(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `alter table warranty_answers add column ends_on ${text}`,
    `alter table notifications add column audience ${text}`,
    // The owners of a type come in the order of their ids, in which users are then found.
    'create index rvs_owners_of_type on rvs (cat_id, user_id, year_id, model_id) where is_deleted = 0',
    'create index rvs_owners_of_year on rvs (year_id, user_id) where is_deleted = 0',
    'create index rvs_owners_of_model on rvs (model_id, user_id) where is_deleted = 0',
    `create index maintenance_items_due_of_owners on maintenance_items (due_date, added_by_id)
       where is_deleted = 0 and added_by_kind = 'user' and done_at is null`,
    'create index devices_of_platform on devices (platform, user_id)',
    'create index warranty_answers_ending on warranty_answers (ends_on) where ends_on is not null',
    // With all that is asked of users themselves, so that their rows are not read.
    `create index users_told on users (id, news, status, is_deleted, erased_at, state, zip)
       where is_deleted = 0 and status = 1 and erased_at is null`,
    'create index app_sign_ins_of_user on app_sign_ins (user_id, at)',
  ])
}
