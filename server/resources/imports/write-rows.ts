import type { ImportType } from '#contract/imports.ts'
import type { Db } from '../../db/schema.ts'
import type { Changes } from '../../records/activity.ts'
import { addRecords, changeEach, type StoredRow } from '../../records/change.ts'
import type { AnyChange } from '../../records/open-change.ts'

type Planned = { line: number; record_id: string | null; changes: Changes }

/**
 * Writes checked rows, given the records that they are about as they are now, in the transaction of their change. Resolves
 * to the ids of new records by their lines.
 */
export async function writeRows(
  db: Db,
  table: ImportType,
  rows: Planned[],
  stored: ReadonlyMap<string, StoredRow>,
  change: AnyChange,
) {
  const edited = rows.flatMap(({ record_id, changes }) => {
    const row = record_id === null ? undefined : stored.get(record_id)
    return row ? [{ row, changes }] : []
  })
  const added = rows.filter(({ record_id }) => record_id === null)
  await changeEach(db, table, edited, change)
  const ids = await addRecords(db, table, added.map(({ changes }) => valuesOf(changes)) as never[], change)
  return new Map(added.map(({ line }, place) => [line, ids[place] ?? '']))
}

/** The columns with their new values. */
export const valuesOf = (changes: Changes): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes).map(([column, [, to]]) => [column, to]))
