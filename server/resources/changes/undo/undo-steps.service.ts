import { setImmediate } from 'node:timers/promises'
import { counted, formatNumber } from '#contract/plural.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { parentsFirst } from '../../../db/parents-first.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { entryId } from '../../../records/activity.ts'
import type { OpenChange } from '../../../records/open-change.ts'
import { type PlansPreview, previewOf } from '../../../records/plan/preview.ts'
import type { Projection } from '../../../records/plan/rules/rule.ts'
import { applyUndo } from '../../../records/plan/sources/undo/apply-undo.ts'
import { deletesAgain, entriesOf, sumUp } from '../../../records/plan/sources/undo/net-effect.ts'
import type { Obstacle } from '../../../records/plan/sources/undo/obstacles.ts'
import { emptyProjection, planUndo, type Step, type UndoPlan } from '../../../records/plan/sources/undo/undo-plan.ts'
import { toldSince } from '../../campaigns/told-before.ts'
import { gotWhileMerged } from '../../privacy/got-while-merged.ts'
import { beginInSteps, type SteppedWork } from '../change-steps.ts'
import { findNumbered, type NumberedChange } from '../history/changes.repository.ts'

/**
 * An undo goes through a change's records kind by kind: first it restores, parents before what is below them, then it
 * deletes, in the opposite order.
 */
type Pass = { table: RecordTable; removes: boolean }

/** What an undo would do: the first records that it changes and that are in the way, its passes, and kept parts. */
export type Preview = PlansPreview<Step, Obstacle> & { passes: Pass[]; parts: UndoPlan[] }

const MOST_NAMED = 100
const READ_AT_ONCE = 500

/** Finds out what an undo would do, without blocking others; keeps its parts if asked to, to carry them out. */
export async function lookAtUndo(db: Db, undone: NumberedChange, { keepParts = false } = {}): Promise<Preview> {
  const passes = await passesOf(db, undone._id)
  const parts: UndoPlan[] = []
  async function* planAll() {
    const ahead = emptyProjection()
    for (const pass of passes) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { plan, last } = await planPart(db, undone, { pass, after, most: READ_AT_ONCE }, ahead)
        yield plan
        if (keepParts) parts.push(plan)
        // Parts are kept in a transaction, which must not be interrupted.
        else await setImmediate()
        after = last
      }
    }
  }
  return { ...(await previewOf(planAll(), MOST_NAMED)), passes, parts }
}

async function passesOf(db: Db, id: string): Promise<Pass[]> {
  const found = await engineOf(db).rowsOffThread<{ table_name: RecordTable; action: string }>(
    db,
    'select distinct table_name, action from activity where id >= ? and id < ?',
    [entryId(id, 0), `${id}g`],
  )
  const did = (table: RecordTable, ...actions: string[]) =>
    found.some(({ table_name, action }) => table_name === table && actions.includes(action))
  const tables = parentsFirst as readonly RecordTable[]
  return [
    ...tables.filter((table) => did(table, 'delete', 'edit')).map((table) => ({ table, removes: false })),
    ...tables
      .toReversed()
      .filter((table) => did(table, 'add', 'restore'))
      .map((table) => ({ table, removes: true })),
  ]
}

type Part = { pass: Pass; after: string; most: number }

/** Plans the part of a pass after the entry `after`; `last` is where the next one begins, if there is one. */
async function planPart(db: Db, { _id: id, seq }: NumberedChange, { pass, after, most }: Part, ahead?: Projection) {
  const entries = await entriesOf(db, id, pass.table, after, most)
  const effects = sumUp(entries).filter((effect) => (deletesAgain(effect) === true) === pass.removes)
  const plan = await planUndo(db, { id, seq, ahead }, pass.table, effects)
  return { plan, last: entries.length === most ? entries.at(-1)?.id : undefined }
}

const STAYS_TOLD = 'What owners have been told since is not taken back.'
const STAYS_THERE = 'Messages that the other account got meanwhile stay there.'

/** What undoing this change leaves behind, in words; empty for nothing. Ask before undoing it. */
export async function whatRemains(db: Db, undone: Pick<NumberedChange, '_id' | 'at'>) {
  const words = [(await toldSince(db, undone)) && STAYS_TOLD, (await gotWhileMerged(db, undone)) && STAYS_THERE]
  return words.filter(Boolean).join(' ')
}

/** `stays`: what it leaves behind, in words. */
type Undoing = { done: number; left: number; isRedo: boolean; stays?: string }

/** The message of an undo of so many records that skipped others. */
export function undoneMessage({ done, left, isRedo, stays = '' }: Undoing) {
  const undone = isRedo ? 'Change redone' : 'Change undone'
  const kept = stays && ` ${stays}`
  if (!left) return `${undone}.${kept}`
  const rest = `${counted(left, 'record was', 'records were')} left unchanged.`
  return `${undone} for ${formatNumber(done)} of ${formatNumber(done + left)} records. ${rest}${kept}`
}

/** Without `passes` if a server before schema 0002 began it; what that one undid is recognized as such. */
type Left = { undoes: string; passes?: Pass[]; after?: string }

/** Starts undoing a change of very many records. */
export const startUndo = (
  db: Db,
  { _id: undoes, record_type }: NumberedChange,
  { count: expected, passes }: Preview,
  change: OpenChange,
) => beginInSteps<Left>(db, change, { work: 'undo', record_type, undoes, passes }, { expected })

/** An undo in steps: records that others have changed meanwhile are skipped. */
export const undoWork: SteppedWork<Left> = {
  async next(db, { undoes, record_type, after = '', passes }, _change, most) {
    const all = passes ?? (await passesOf(db, undoes))
    const [pass, ...others] = all
    if (!pass) return { plan: { table: record_type, writes: [], refused: [] }, isOver: true, next: {} }
    const { plan, last } = await planPart(db, await findNumbered(db, undoes), { pass, after, most })
    const next = last === undefined ? { passes: others, after: '' } : { passes: all, after: last }
    return { plan, isOver: !next.passes.length, next, carryOut: (db, _, change) => applyUndo(db, plan, change) }
  },
  async end(db, { change_id, undoes }) {
    const { record_count: done, left_count: left, is_redo: isRedo } = await findNumbered(db, change_id)
    const stays = await whatRemains(db, await findNumbered(db, undoes))
    return { message: undoneMessage({ done, left, isRedo, stays }) }
  },
}
