import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Rows of files of French are about records of several kinds, whose fields are written together, record by record. */
export async function frenchImports(db: MigrationDb) {
  await runAll(db, [
    `alter table import_rows add column record_type ${textType(db)}`,
    `create index import_rows_by_record on import_rows (rehearsal_id, record_type, record_id)
       where record_type is not null and outcome = 'changed'`,
  ])
}
