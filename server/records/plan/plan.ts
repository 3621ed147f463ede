import type { Db, RecordTable } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { Changes } from '../activity.ts'
import { type RulesAbout, rulesOf } from './rules/of-writes.ts'
import type { PlannedWrite } from './rules/rule.ts'

export type { PlannedWrite }

/** A write that a rule refuses, with what the rule says. */
export type Refusal = { write: PlannedWrite; error: AppError }

/** What is to be written of records of one kind, and what stays as it is because something is in the way. */
export type Plan<Left = Refusal> = { table: RecordTable; writes: PlannedWrite[]; refused: Left[] }

/**
 * Plans to write records of one kind, by every rule of a write: whatever a form, a value for many, a file, a program or a
 * copied year says goes through here. Writes nothing.
 */
export const planOf = (db: Db, table: RecordTable, writes: PlannedWrite[], about: RulesAbout = {}) =>
  planner(db, table, about)(writes)

/** Plans as planOf does, part by part, by rules that remember the parts before; `also` is asked last. */
export function planner(
  db: Db,
  table: RecordTable,
  about: RulesAbout = {},
  also?: (write: PlannedWrite) => Promise<void> | undefined,
) {
  const rules = rulesOf(db, table, about)
  return async (writes: PlannedWrite[]): Promise<Plan> => {
    const plan: Plan = { table, writes: [], refused: [] }
    if (writes.length > 1) await rules.lookUp(writes)
    for (const write of writes) {
      try {
        await rules.refuse(write)
        await also?.(write)
        plan.writes.push(write)
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error
        plan.refused.push({ write, error })
      }
    }
    return plan
  }
}

/** The same plan where nothing is refused. Throws what the first refusal says. */
export function wholeOf(plan: Plan): Plan {
  const [first] = plan.refused
  if (first) throw first.error
  return plan
}

/** What a write changes in its record: of each column that differs the value before and after, without its state. */
export function changesOf({ row, values }: PlannedWrite): Changes {
  const changes: Changes = {}
  for (const [column, value] of Object.entries(values)) {
    const before = row ? row[column] : null
    if (column !== 'is_deleted' && (!row || before !== value)) changes[column] = [before, value]
  }
  return changes
}

/** Whether a write takes its record away (true) or brings it back (false); undefined where it stays as it is. */
export function deletesOf({ row, values: { is_deleted: to } }: PlannedWrite) {
  return row && to !== undefined && row.is_deleted !== to ? to === 1 : undefined
}
