import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Messages that nobody has sent: owners are reminded of maintenance that is due. */
export async function reminders(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, isPostgres(db) ? ['alter table notifications alter column sent_by drop not null'] : senderIsOptional)
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  await runAll(db, [
    `create table maintenance_reminders (item_id ${text} not null, due_date ${text} not null, notification_id ${text},
       primary key (item_id, due_date))`,
    'create index maintenance_reminders_of_message on maintenance_reminders (notification_id, item_id)',
    'create index maintenance_reminders_of_day on maintenance_reminders (due_date, notification_id)',
    // What has been due for days is not reminded of all at once.
    `insert into maintenance_reminders (item_id, due_date) select id, due_date from maintenance_items
     where due_date < '${dayAgo(0)}' and due_date >= '${dayAgo(14)}'`,
  ])
}

/** SQLite cannot change a column. */
const senderIsOptional = [
  'drop index notifications_by_sent_by',
  'drop index notifications_deleted_by_sent_by',
  'alter table notifications add column sender text references admins (id)',
  'update notifications set sender = sent_by',
  'alter table notifications drop column sent_by',
  'alter table notifications rename column sender to sent_by',
  'create index notifications_by_sent_by on notifications (sent_by, id)',
  'create index notifications_deleted_by_sent_by on notifications (sent_by, id) where is_deleted = 1',
]
