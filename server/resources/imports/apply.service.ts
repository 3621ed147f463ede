import type { Change } from '#contract/changes.ts'
import { frenchTypes } from '#contract/french-calls.ts'
import type { RehearsedType } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import { counted, formatNumber } from '#contract/plural.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, refused } from '../../errors.ts'
import { type AnyChange, type OpenChange, openChange, setDetails } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { planOf } from '../../records/plan/plan.ts'
import { writesOf } from '../../records/plan/sources/file.ts'
import { formatRecordCount } from '../../records/record-tables.ts'
import { readRows } from '../../records/rows.ts'
import { beginInSteps, type StepPayload, type SteppedWork } from '../changes/change-steps.ts'
import { findChange } from '../changes/history/changes.repository.ts'
import { lookBeforeUndo, undoChange } from '../changes/undo/undo.service.ts'
import { countFrench, type FrenchCursor, nextFrench } from './apply-french.ts'
import { countOutdated, plannedAfter } from './import-rows.repository.ts'
import type { PlannedRow } from './planned-row.ts'
import { readRehearsal, type StoredRehearsal, updateRehearsal } from './rehearsals.repository.ts'

const APPLIED = 'This import has been applied already.'
const NOT_READY = 'This file has not been read to its end. Please wait, or choose it again.'
const REHEARSE_AGAIN = 'Please check the file again.'

/**
 * Carries out what a rehearsal showed, as one change; in steps for more than `most` rows. Returns the change, or null
 * if every row is unchanged. Throws 404; 422 while rows are refused, unless they may be left out, and for what cannot
 * be applied; 409 if records have changed since. Call it in the transaction of the change.
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
  if (outdated) throw new ChangedSince(`${recordsIn(rehearsal, outdated)} changed since the rehearsal.`)
  const { new_count, changed_count, record_type, file_name } = rehearsal
  const count = Number(new_count) + Number(changed_count)
  if (!count) {
    await updateRehearsal(db, rehearsal_id, { state: 'applied' })
    return null
  }
  const records = record_type === 'french' ? await countFrench(db, rehearsal_id) : count
  setDetails(change, { kind: 'import', detail: file_name, done: records })
  if (records > most) await begin(db, rehearsal, records, change)
  else {
    setDetails(change, { message: importedMessage(rehearsal) })
    await carryOutAll(db, rehearsal, change, most)
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
    `${rows} refused. No ${textsIn(record_type, 1).slice(2)} was imported.`,
    'not_allowed',
  )
}

/**
 * 409 for records that changed since they were shown; `problem` says so for an import whose earlier steps are undone.
 */
class ChangedSince extends AppError {
  readonly problem: string

  constructor(why: string) {
    super(409, `${why} Nothing was imported. ${REHEARSE_AGAIN}`, { code: 'edited_meanwhile' })
    this.problem = `${why} What had been imported was taken back. ${REHEARSE_AGAIN}`
  }
}

function importedMessage({ record_type, new_count, changed_count, refused_count }: StoredRehearsal) {
  const [added, changed, left] = [new_count, changed_count, refused_count].map(Number) as [number, number, number]
  const parts = [
    ...(added ? [`${formatNumber(added)} new`] : []),
    ...(changed ? [`${formatNumber(changed)} changed`] : []),
  ]
  const rest = left ? ` ${counted(left, 'refused row was', 'refused rows were')} left out.` : ''
  // French is added to what exists.
  const how = record_type === 'french' ? '' : `: ${parts.join(', ')}`
  return `${textsIn(record_type, added + changed)} imported${how}.${rest}`
}

/** What a rehearsal is about, with its number: records, or texts of records of any kind. */
const textsIn = (type: RehearsedType, count: number) =>
  type === 'french' ? counted(count, 'French text', 'French texts') : formatRecordCount(type, count)
const recordsIn = ({ record_type }: StoredRehearsal, count: number) =>
  record_type === 'french' ? counted(count, 'record', 'records') : formatRecordCount(record_type, count)

/** Carries out what a rehearsal of at most `most` records showed. */
async function carryOutAll(db: Db, { id, record_type }: StoredRehearsal, change: OpenChange, most: number) {
  if (record_type !== 'french')
    return carryOut(db, await planRows(db, record_type, await plannedAfter(db, id, 0, most), change), change)
  for (let next = await nextFrench(db, id, undefined, most); next; next = await nextFrench(db, id, next.last, most))
    await carryOut(db, await planRows(db, next.type, next.rows, change), change)
}

/** Plans again what was shown for rows. Throws 409 if one has changed since. */
async function planRows(db: Db, table: RecordType, rows: PlannedRow[], change: AnyChange) {
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

/** `after` is a row, or for French a record. */
type Left = { rehearsal_id: string; after: number; french?: FrenchCursor | 'begins' }

/** Starts an import of very many rows, which a job carries out. */
async function begin(db: Db, { id, record_type }: StoredRehearsal, expected: number, change: OpenChange) {
  const isFrench = record_type === 'french'
  const table = isFrench ? ((await nextFrench(db, id, undefined, 1))?.type as RecordType) : record_type
  const payload = { work: 'import', record_type: table, rehearsal_id: id, after: 0 } as const
  await updateRehearsal(db, id, { state: 'applying', change_id: change.id })
  await beginInSteps<Left>(
    db,
    change,
    { ...payload, ...(isFrench && { french: 'begins' }) },
    {
      expected,
      title: isFrench ? `the French of ${counted(expected, 'record', 'records')}` : formatRecordCount(table, expected),
    },
  )
}

/** A large import: if a row has changed since it was shown, or someone stops it, what was already written is undone. */
export const importWork: SteppedWork<Left> = {
  async next(db, { record_type, rehearsal_id, after, french }, change, most) {
    if (french) return frenchStep(db, { record_type, rehearsal_id, french }, change, most)
    const rows = await plannedAfter(db, rehearsal_id, after, most)
    const plan = await planRows(db, record_type, rows, change)
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

/** A step writes records of one kind. */
async function frenchStep(
  db: Db,
  { record_type, rehearsal_id, french }: Omit<Left, 'after'> & { record_type: RecordType },
  change: AnyChange,
  most: number,
) {
  const found = await nextFrench(db, rehearsal_id, french === 'begins' ? undefined : french, most)
  const plan = found
    ? await planRows(db, found.type, found.rows, change)
    : { table: record_type, writes: [], refused: [] }
  return { plan, isOver: !found, next: { ...(found && { french: found.last }) } }
}

/** Undoes what an unfinished import wrote, and lets it be checked again. */
async function takeBack(
  db: Db,
  { change_id, rehearsal_id, record_type, french }: StepPayload<Left>,
): Promise<RecordType[]> {
  await updateRehearsal(db, rehearsal_id, { state: 'ready', change_id: null })
  const { record_count } = await findChange(db, change_id)
  const types = french ? [...frenchTypes] : [record_type]
  if (!record_count) return types
  const { admin_id } = await db
    .selectFrom('changes')
    .select('admin_id')
    .where('id', '=', change_id)
    .executeTakeFirstOrThrow()
  const actor: Actor = { _id: admin_id ?? '', kind: 'admin' }
  const change = openChange({ actor, call: 'admin/changes/undo', kind: 'undo', message: 'Change undone.' })
  const preview = await lookBeforeUndo(db, change_id, 0)
  // Someone may already have undone it.
  if (preview) await undoChange(db, { id: change_id, leave: true, preview }, change).catch(unlessErased)
  return types
}

/** If everything written has been erased since, nothing is left to undo. */
function unlessErased(error: unknown) {
  if (!(error instanceof AppError) || error.code !== 'erased') throw error
}
