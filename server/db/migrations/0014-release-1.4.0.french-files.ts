import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Files that owners get in French: PDFs of manuals and pictures of the slider; and how the French of each manual stands. */
export async function frenchFiles(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    ...['pdf_file_fr', 'pdf_made_at_fr', 'pdf_digest_fr'].map(
      (column) => `alter table manuals add column ${column} ${text}`,
    ),
    'alter table manuals add column pdf_is_generated_fr integer',
    `alter table app_images add column url_file_fr ${text}`,
    'create index manual_pages_in_french on manual_pages (manual_id, is_deleted, french)',
  ])
}
