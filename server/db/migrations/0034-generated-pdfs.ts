import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Whether the PDF of a manual was generated from its pages, as the history says of those that are there already. */
export async function generatedPdfs(db: MigrationDb) {
  await sql.raw('alter table manuals add column pdf_is_generated integer').execute(db)
  await sql
    .raw(
      `update manuals set pdf_is_generated = 1 where pdf_file is not null and (
         select changes.call from activity inner join changes on changes.id = activity.change_id
         where activity.table_name = 'manuals' and activity.record_id = manuals.id and activity.changes like '%"pdf_file"%'
         order by activity.id desc limit 1) = 'admin/manuals/generate_pdf'`,
    )
    .execute(db)
}
