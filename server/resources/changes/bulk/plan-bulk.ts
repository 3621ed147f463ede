import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import type { AnyChange } from '../../../records/open-change.ts'
import { carryOut } from '../../../records/plan/carry-out.ts'
import { changesOf, deletesOf, type Plan, type PlannedWrite, planner } from '../../../records/plan/plan.ts'
import { recordTables } from '../../../records/record-tables.ts'
import { chunksOf, readRows, type StoredRow } from '../../../records/rows.ts'
import { servedKinds } from '../../kinds.ts'
import type { SetValues } from './set-fields.ts'

/** Actions that change the state of records, which may already be in it. */
export type Switching = Exclude<BulkAction, 'set'>

/** What is done to many records, and by whom; `set` has that action's values. */
export type Doing = {
  table: RecordTable
  action: BulkAction
  set?: SetValues | undefined
  change?: AnyChange | undefined
}

/** Refuses an action that the list does not offer. */
export function refuseUnfit(table: RecordType, action: BulkAction) {
  const { bulk, set } = recordTables[table]
  if (action === 'set' ? !set : !bulk.includes(action))
    throw refused('action', 'This cannot be done to these records.', 'not_allowed')
}

/** SQL for the records of a table that an action changes. */
export function notYet(table: RecordTable, action: Switching) {
  const column = `${table}.${action === 'delete' || action === 'restore' ? 'is_deleted' : recordTables[table].state}`
  return `${column} = ${action === 'delete' || action === 'activate' ? 0 : 1}`
}

/**
 * Plans the action for these records, part by part, by the rules of a write; those already in that state are left out.
 */
export async function* planEach(db: Db, { table, action, set, change }: Doing, ids: string[]): AsyncGenerator<Plan> {
  const { below } = servedKinds[table]
  // Records restored along with it may be refused too.
  const also = (write: PlannedWrite) =>
    deletesOf(write) === false ? below?.refuse(db, write.row?.id ?? '') : undefined
  const plan = planner(db, table, { change }, also)
  for (const some of chunksOf(ids)) {
    const rows = await readRows(db, table, some, { withoutTexts: true })
    const writes = some.flatMap((id) => {
      const row = rows.get(id)
      const write: PlannedWrite | undefined = row && { row, ...becoming(table, action, row, set) }
      const isOpen = write && (deletesOf(write) !== undefined || Object.keys(changesOf(write)).length)
      return isOpen ? [write] : []
    })
    yield plan(writes)
  }
}

/** What a record becomes; one that an undo removed exists again once active. */
function becoming(table: RecordTable, action: BulkAction, row: StoredRow, set: SetValues | undefined) {
  if (action === 'set') {
    const values = set?.columns ?? {}
    return { values: servedKinds[table].settled?.(values as never, row) ?? values, fields: set?.fields }
  }
  if (action === 'delete' || action === 'restore') return { values: { is_deleted: action === 'delete' ? 1 : 0 } }
  if (action === 'activate' && row.is_deleted) return { values: { is_deleted: 0 } }
  return { values: { [recordTables[table].state ?? '']: action === 'activate' ? 1 : 0 } }
}

/** A single plan for these records; for few enough to fit into memory. */
export async function planBulk(db: Db, doing: Doing, ids: string[]): Promise<Plan> {
  const plan: Plan = { table: doing.table, writes: [], refused: [] }
  for await (const { writes, refused } of planEach(db, doing, ids)) {
    plan.writes.push(...writes)
    plan.refused.push(...refused)
  }
  return plan
}

/**
 * Carries out such a plan, including records deleted or restored along with them. Call it in the transaction of its
 * change.
 */
export async function carryOutBulk(db: Db, plan: Plan<unknown>, change: AnyChange) {
  await carryOut(db, plan, change)
  const { below } = servedKinds[plan.table]
  for (const write of below ? plan.writes : [])
    if (deletesOf(write) === false) await below?.restore(db, write.row?.id ?? '', change)
}
