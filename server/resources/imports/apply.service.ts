import type { Change } from '#contract/changes.ts'
import type { ImportType } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import { counted } from '#contract/plural.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, refused } from '../../errors.ts'
import { readRows } from '../../records/change.ts'
import { type AnyChange, type OpenChange, openChange, setDetails } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { planOf } from '../../records/plan/plan.ts'
import { formatRecordCount } from '../../records/record-tables.ts'
import { beginInSteps, type StepPayload, type SteppedWork } from '../changes/change-steps.ts'
import { findChange } from '../changes/history/changes.repository.ts'
import { lookBeforeUndo, undoChange } from '../changes/undo/undo.service.ts'
import { countOutdated, type PlannedRow, plannedAfter } from './import-rows.repository.ts'
import { readRehearsal, type StoredRehearsal, updateRehearsal } from './rehearsals.repository.ts'
import { writesOf } from './writes-of-rows.ts'

const APPLIED = 'This import has been applied already.'
const NOT_READY = 'This file has not been read to its end. Please wait, or choose it again.'
const REHEARSE_AGAIN = 'Please check the file again.'

/**
 * Carries out what a rehearsal has shown, as one change; of more than `most` rows in steps. Returns the change, or null
 * where every row is unchanged. Throws 404; 422 while rows are refused, unless they are to be left out, and for what cannot
 * be applied; 409 when records have changed since. Call it in the transaction of the change.
 */
export async function applyImport(
  db: Db,
  { rehearsal_id, without_refused = false }: { rehearsal_id: string; without_refused?: boolean | undefined },
  change: OpenChange,
  most: number,
): Promise<Change | null> {
  const rehearsal = await readRehearsal(db, change.actor._id, rehearsal_id)
  refuseUnready(rehearsal, without_refused)
  const outdated = await countOutdated(db, rehearsal)
  if (outdated)
    throw new ChangedSince(`${formatRecordCount(rehearsal.record_type, outdated)} changed since the rehearsal.`)
  const { new_count, changed_count, record_type, file_name } = rehearsal
  const count = Number(new_count) + Number(changed_count)
  if (!count) {
    await updateRehearsal(db, rehearsal_id, { state: 'applied' })
    return null
  }
  setDetails(change, { kind: 'import', detail: file_name, done: count })
  if (count > most) await begin(db, rehearsal, count, change)
  else {
    setDetails(change, { message: importedMessage(rehearsal) })
    await carryOut(db, await planRows(db, record_type, await plannedAfter(db, rehearsal_id, 0, most), change), change)
    await updateRehearsal(db, rehearsal_id, { state: 'applied', change_id: change.id })
  }
  return findChange(db, change.id)
}

function refuseUnready({ state, record_type, refused_count }: StoredRehearsal, withoutRefused: boolean) {
  if (state === 'applied' || state === 'applying') throw refused('rehearsal_id', APPLIED, 'not_allowed')
  if (state !== 'ready') throw refused('rehearsal_id', NOT_READY, 'not_allowed')
  const left = Number(refused_count)
  if (!left || withoutRefused) return
  const rows = counted(left, 'row is', 'rows are')
  throw refused(
    'without_refused',
    `${rows} refused. No ${formatRecordCount(record_type, 1).slice(2)} was imported.`,
    'not_allowed',
  )
}

/** 409 for records that changed since they were shown; `problem` says so of an import whose earlier steps are taken back. */
class ChangedSince extends AppError {
  readonly problem: string

  constructor(why: string) {
    super(409, `${why} Nothing was imported. ${REHEARSE_AGAIN}`, { code: 'edited_meanwhile' })
    this.problem = `${why} What had been imported was taken back. ${REHEARSE_AGAIN}`
  }
}

function importedMessage({ record_type, new_count, changed_count, refused_count }: StoredRehearsal) {
  const [added, changed, left] = [new_count, changed_count, refused_count].map(Number) as [number, number, number]
  const number = (count: number) => count.toLocaleString('en-US')
  const parts = [...(added ? [`${number(added)} new`] : []), ...(changed ? [`${number(changed)} changed`] : [])]
  const rest = left ? ` ${counted(left, 'refused row was', 'refused rows were')} left out.` : ''
  return `${formatRecordCount(record_type, added + changed)} imported: ${parts.join(', ')}.${rest}`
}

/** Plans what was shown of rows once more. Throws 409 where one no longer is as it was shown. */
async function planRows(db: Db, table: ImportType, rows: PlannedRow[], change: AnyChange) {
  const stored = await readRows(
    db,
    table,
    rows.flatMap(({ record_id }) => record_id ?? []),
  )
  const changed = rows.find(
    ({ record_id, version }) => record_id !== null && Number(stored.get(record_id)?.version) !== version,
  )
  if (changed) throw new ChangedSince(`The record of row ${changed.line} changed since the rehearsal.`)
  const plan = await planOf(db, table, writesOf(rows, stored), { change })
  const [first] = plan.refused
  if (first) throw new ChangedSince(`Row ${first.write.line} can no longer be imported: ${first.error.message}`)
  return plan
}

type Left = { rehearsal_id: string; after: number }

/** Begins an import of very many rows, which a job carries out. */
async function begin(db: Db, { id, record_type }: StoredRehearsal, expected: number, change: OpenChange) {
  const payload = { work: 'import', record_type, rehearsal_id: id, after: 0 } as const
  await updateRehearsal(db, id, { state: 'applying', change_id: change.id })
  await beginInSteps<Left>(db, change, payload, { expected, title: formatRecordCount(record_type, expected) })
}

/** A large import: where a row no longer is as it was shown, or somebody stops it, what was written before is taken back. */
export const importWork: SteppedWork<Left> = {
  async next(db, { record_type, rehearsal_id, after }, change, most) {
    const rows = await plannedAfter(db, rehearsal_id, after, most)
    const plan = await planRows(db, record_type as ImportType, rows, change)
    return { plan, isOver: rows.length < most, next: { after: rows.at(-1)?.line ?? after } }
  },
  async end(db, { change_id, rehearsal_id }) {
    const { record_count: done_count } = await findChange(db, change_id)
    const rehearsal = await db
      .selectFrom('import_rehearsals')
      .selectAll()
      .where('id', '=', rehearsal_id)
      .executeTakeFirstOrThrow()
    await updateRehearsal(db, rehearsal_id, { state: 'applied' })
    return { message: importedMessage(rehearsal), done_count }
  },
  takeBack,
  problemOf: (error) => (error instanceof ChangedSince ? error.problem : error.message),
}

/** Takes back what an import that did not come to its end has written, and lets it be checked again. */
async function takeBack(db: Db, { change_id, rehearsal_id, record_type }: StepPayload<Left>): Promise<RecordType[]> {
  await updateRehearsal(db, rehearsal_id, { state: 'ready', change_id: null })
  const { record_count } = await findChange(db, change_id)
  if (!record_count) return [record_type]
  const { admin_id } = await db
    .selectFrom('changes')
    .select('admin_id')
    .where('id', '=', change_id)
    .executeTakeFirstOrThrow()
  const actor: Actor = { _id: admin_id ?? '', kind: 'admin' }
  const change = openChange({ actor, call: 'admin/changes/undo', kind: 'undo', message: 'Change undone.' })
  const preview = await lookBeforeUndo(db, change_id, 0)
  // Somebody may have taken it back already.
  if (preview) await undoChange(db, { id: change_id, leave: true, preview }, change).catch(unlessErased)
  return [record_type]
}

/** Where all that was written has been erased since, nothing is left to be taken back. */
function unlessErased(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'erased') throw error
}
