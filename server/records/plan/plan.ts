import type { Db, RecordTable } from '../../db/schema.ts'
import type { AppError } from '../../errors.ts'
import type { Changes } from '../activity.ts'
import { type RulesAbout, rulesOf } from './rules/of-writes.ts'
import { refusalFor } from './rules/refusal.ts'
import type { Asking, PlannedWrite, Why } from './rules/rule.ts'

export type { PlannedWrite }

/** A refused write: what is in its way, and how it is refused. */
export type Refusal = { write: PlannedWrite; why: Why; error: AppError }

/** What to write in records of one kind, and what is left alone because something is in the way. */
export type Plan<Left = Refusal> = { table: RecordTable; writes: PlannedWrite[]; refused: Left[] }

/**
 * Plans writes of records of one kind, checking every rule of a write: input from a form, a value for many, a file, a
 * program or a copied year all goes through here. Writes nothing.
 */
export const planOf = (db: Db, table: RecordTable, writes: PlannedWrite[], about: RulesAbout = {}) =>
  planner(db, table, about)(writes)

/** Plans as planOf does, part by part, with rules that remember earlier parts; `also` is asked last. */
export function planner(db: Db, table: RecordTable, about: RulesAbout = {}, also?: Asking['ask']) {
  const rules = rulesOf(db, table, about, also)
  return async (writes: PlannedWrite[]): Promise<Plan> => {
    const plan: Plan = { table, writes: [], refused: [] }
    for (const { write, why } of await rules.check(writes)) {
      if (why) plan.refused.push({ write, why, error: await refusalFor(db, table, why) })
      else plan.writes.push(write)
    }
    return plan
  }
}

/** The plan, if nothing is refused. Throws the first refusal. */
export function wholeOf(plan: Plan): Plan {
  const [first] = plan.refused
  if (first) throw first.error
  return plan
}

/** What a write changes in its record: the value before and after for each column that differs, except its state. */
export function changesOf({ row, values }: PlannedWrite): Changes {
  const changes: Changes = {}
  for (const [column, value] of Object.entries(values)) {
    const before = row ? row[column] : null
    if (column !== 'is_deleted' && (!row || before !== value)) changes[column] = [before, value]
  }
  return changes
}

/** Whether a write deletes its record (true) or restores it (false); undefined if neither. */
export function deletesOf({ row, values: { is_deleted: to } }: PlannedWrite) {
  return row && to !== undefined && row.is_deleted !== to ? to === 1 : undefined
}
