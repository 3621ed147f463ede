import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** The kinds whose adding could be undone until then. */
const kinds = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'manuals',
  'manual_pages',
  'checklists',
  'maintenance_items',
  'app_images',
  'menu_items',
  'social_medias',
  'cms_pages',
  'dealers',
  'rvs',
]

/**
 * Inactive records whose adding was undone, which lists leave out. Those of before are found in the history: they were
 * added, and no deletion of them counts.
 */
export async function undoneAdds(db: MigrationDb) {
  const text = sql.raw(isPostgres(db) ? 'text collate pg_catalog."C"' : 'text')
  await sql`create table undone_adds (record_id ${text} primary key, table_name ${text} not null)`.execute(db)
  await sql`create index undone_adds_by_table on undone_adds (table_name)`.execute(db)
  for (const kind of kinds) {
    await sql`insert into undone_adds (record_id, table_name)
      select id, ${sql.lit(kind)} from ${sql.table(kind)} as record
      where is_deleted = 1 and exists (select 1 from activity where record_id = record.id and action = 'add')
        and not exists (
          select 1 from activity inner join changes on changes.id = activity.change_id
          where activity.record_id = record.id and activity.action = 'delete'
            and changes.undoes is null and changes.undone_by is null)`.execute(db)
  }
}
