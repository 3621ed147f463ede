import { ALREADY_UNDONE, CANNOT_BE_UNDONE, type Change, STILL_RUNNING, type UndoPreview } from '#contract/changes.ts'
import { formatNumber } from '#contract/plural.ts'
import type { RefusalCode } from '#contract/refusal-codes.ts'
import type { Db } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { AppError, refused } from '../../../errors.ts'
import { refuseErasedChange } from '../../../records/erased.ts'
import { countRecords, type OpenChange, setDetails, titlesOf } from '../../../records/open-change.ts'
import { applyUndo } from '../../../records/plan/sources/undo/apply-undo.ts'
import { causesOf, describeObstacles } from '../../../records/plan/sources/undo/obstacles.ts'
import { findChange, findNumbered, type NumberedChange } from '../history/changes.repository.ts'
import { moveBack } from './move-back.service.ts'
import { lookAtUndo, type Preview, startUndo, undoneMessage, whatRemains } from './undo-steps.service.ts'

/** Says what undoing the change would do. Throws 404, and 422 if it has been or cannot be undone. */
export async function previewUndo(db: Db, id: string): Promise<UndoPreview> {
  return describePreview(db, await cachedPreview(db, await findUndoable(db, id)))
}

/**
 * What an undo of more than `most` records would do: determined before its transaction, which would make others wait.
 * Undefined for fewer, and for a change that cannot be undone.
 */
export async function lookBeforeUndo(db: Db, id: string, most: number): Promise<Preview | undefined> {
  const undone = await findNumbered(db, id)
  if (undone.record_count <= most || (await whyNotUndoable(db, undone))) return undefined
  return cachedPreview(db, undone)
}

/** The last preview in each database: the undo follows it, and with very many records each takes seconds. */
const previews = new WeakMap<Db, { id: string; stamp: string; preview: Promise<Preview> }>()

/** What an undo would do, determined again unless nothing has changed since the last call. */
async function cachedPreview(db: Db, undone: NumberedChange) {
  const stamp = await stampOfRecords(db)
  const last = previews.get(db)
  if (last?.id === undone._id && last.stamp === stamp) return last.preview
  const preview = lookAtUndo(db, undone)
  previews.set(db, { id: undone._id, stamp, preview })
  preview.catch(() => previews.delete(db))
  return preview
}

/** Moves with every change of a record. */
async function stampOfRecords(db: Db) {
  const rows = await db.selectFrom('record_counts').select(['table_name', 'stamp']).orderBy('table_name').execute()
  return rows.map(({ table_name, stamp }) => `${table_name} ${stamp}`).join()
}

async function findUndoable(db: Db, id: string) {
  const undone = await findNumbered(db, id)
  const why = await whyNotUndoable(db, undone)
  if (why) throw refused('change_id', why.message, 'not_allowed', why.code)
  await refuseErasedChange(db, id)
  return undone
}

async function whyNotUndoable(
  db: Db,
  { can_undo, state, undone_by }: NumberedChange,
): Promise<{ code: RefusalCode; message: string } | undefined> {
  if (can_undo) return undefined
  if (state === 'running') return { code: 'still_running', message: STILL_RUNNING }
  if (!undone_by) return { code: 'cannot_be_undone', message: CANNOT_BE_UNDONE }
  const undo = await db.selectFrom('changes').select('state').where('id', '=', undone_by).executeTakeFirst()
  const message = undo?.state === 'running' ? 'This change is being undone.' : ALREADY_UNDONE
  return { code: 'already_undone', message }
}

const toBeAsked = (count: number) =>
  new AppError(409, `This would undo ${formatNumber(count)} records. Please confirm first.`, {
    code: 'to_be_asked',
  })

type Undo = { id: string; leave?: boolean | undefined; ask?: number | undefined }

/**
 * Undoes a change through `change`, which can be undone as well; in steps if `preview` was determined before. With
 * `leave`, blocked records are skipped. Returns the new change. Throws 404, 409 with what is in the way or for more
 * records than `ask`, and 422 if the change has been or cannot be undone.
 */
export function undoChange(
  db: Db,
  { id, leave = false, ask, preview }: Undo & { preview: Preview | undefined },
  change: OpenChange,
): Promise<Change> {
  return inTransaction(db, async (db) => {
    const undone = await findUndoable(db, id)
    const found = preview ?? (await lookAtUndo(db, undone, { keepParts: true }))
    const { count: done, refused_count: left } = found
    if (left && !(leave && done)) throw await refusal(db, found)
    if (ask !== undefined && done > ask) throw toBeAsked(done)
    const isRedo = undone.kind === 'undo' && !undone.is_redo
    setDetails(change, { undoes: id, isRedo, title: undone.title })
    if (preview) await startUndo(db, undone, preview, change)
    else {
      // A skipped record may be the one the change is named after.
      const title = left ? await titleOfFirst(db, found) : undone.title
      const stays = await whatRemains(db, undone)
      setDetails(change, { left, title, message: undoneMessage({ done, left, isRedo, stays }) })
      await countRecords(db, change, undone.record_type, [])
    }
    await setUndoneBy(db, id, change.id)
    await reviveUndone(db, undone)
    if (preview) return findChange(db, change.id)
    for (const part of found.parts) await applyUndo(db, part, change)
    await moveBack(db, undone, found.writes[0], change)
    return findChange(db, change.id)
  })
}

async function titleOfFirst(db: Db, { parts }: Preview) {
  const part = parts.find(({ writes }) => writes.length)
  const id = part?.writes[0]?.row.id ?? ''
  return (part && (await titlesOf(db, part.table, [id])).get(id)) ?? ''
}

async function describePreview(db: Db, { count, refused_count, refused }: Preview): Promise<UndoPreview> {
  return { record_count: count, obstacle_count: refused_count, obstacles: await describeObstacles(db, refused) }
}

async function refusal(db: Db, preview: Preview) {
  const data = await describePreview(db, preview)
  const [only] = data.obstacles
  const message =
    data.obstacle_count === 1 && only
      ? `“${only.title}” cannot be undone: ${only.reason}`
      : `${formatNumber(data.obstacle_count)} records cannot be undone because of later changes.`
  const records = await causesOf(db, preview.refused)
  return new AppError(409, message, { code: 'obstacles', data: { ...data, records } })
}

const setUndoneBy = (db: Db, id: string, by: string | null) =>
  db.updateTable('changes').set({ undone_by: by }).where('id', '=', id).execute()

// Undoing an undo makes what it undid count again, which may in turn have undone something.
async function reviveUndone(db: Db, { _id, undoes }: Pick<Change, '_id' | 'undoes'>) {
  let [counts, by, id] = [true, _id, undoes]
  while (id) {
    await setUndoneBy(db, id, counts ? null : by)
    const row = await db.selectFrom('changes').select('undoes').where('id', '=', id).executeTakeFirst()
    // Anything older than the history is gone.
    const below: string | null = row?.undoes ?? null
    ;[counts, by, id] = [!counts, id, below]
  }
}
