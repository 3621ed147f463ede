import type { Column } from '#contract/column.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { writeQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'

/**
 * Gives a kind of record the column `made_up`, in its table and its description, as the next release might. Returns a
 * function that removes it from the description again, which all tests of a worker share.
 */
export async function addMadeUpColumn(db: Db, table: RecordType, more: Partial<Column> = {}) {
  await writeQuery(db, `alter table ${table} add column made_up text not null default ''`, [])
  const columns: Record<string, Column> = kinds[table].columns
  columns['made_up'] = { label: 'Made up', audience: 'office', type: 'text', ...more }
  return () => delete columns['made_up']
}
