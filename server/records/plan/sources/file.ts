import type { Changes } from '../../activity.ts'
import type { StoredRow } from '../../rows.ts'
import type { PlannedWrite } from '../plan.ts'

type Planned = { line: number; record_id: string | null; changes: Changes }

/** The writes of checked rows, given the present state of their records. */
export const writesOf = (rows: Planned[], stored: ReadonlyMap<string, StoredRow>): PlannedWrite[] =>
  rows.map(({ line, record_id, changes }) => ({
    line,
    row: record_id === null ? undefined : stored.get(record_id),
    values: Object.fromEntries(Object.entries(changes).map(([column, [, to]]) => [column, to])),
  }))
