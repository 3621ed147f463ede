import { setImmediate } from 'node:timers/promises'
import type { Matching, Reading } from '#contract/import-files.ts'
import {
  type ImportMapping,
  type ImportOutcome,
  type Mended,
  MOST_IMPORT_ROWS,
  matchingsOf,
  type Rehearsal,
  type RehearsedType,
} from '#contract/imports.ts'
import type { Actor } from '../../actor.ts'
import { isoNow, newId } from '../../clock.ts'
import { deleteRehearsal } from '../../db/delete-rehearsal.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { readTable } from '../../tables/reading/read-table.ts'
import type { TableRow } from '../../tables/reading/table-row.ts'
import { UnreadableTable } from '../../tables/reading/unreadable-table.ts'
import { refuseWithoutFrench } from '../french/french-export.service.ts'
import { frenchChecker } from './check-french.ts'
import { type CheckedRow, rowChecker } from './check-rows.ts'
import { chosenBefore, rememberChosen } from './chosen-columns.repository.ts'
import { type FileColumn, knownHeads, matchColumns } from './columns.ts'
import { frenchAsXliff } from './french-rows.ts'
import { countOutcomes, keptCharacters, mendRows, rowsAfter, storeRows } from './import-rows.repository.ts'
import { cellReader, type ReadRow } from './read-cells.ts'
import {
  addRehearsal,
  canBeCheckedAgain,
  problemOf,
  readRehearsal,
  type StoredReading,
  type StoredRehearsal,
  samplesOf,
  toRehearsal,
  updateReading,
} from './rehearsals.repository.ts'

/** The caller; `gone` once nobody waits for the answer any more. */
type Caller = { actor: Actor; gone: AbortSignal }
type Parts = Pick<Deps, 'db' | 'places' | 'settings'>
type TableFile = { name: string; path: string }
type RehearsalInput = {
  record_type: RehearsedType
  file?: TableFile | undefined
  rehearsal_id?: string | undefined
  mapping?: ImportMapping | undefined
  match_by?: Matching | '' | undefined
  mended?: Mended | undefined
} & Reading

/** Few enough that other calls do not notice the pause. */
const ROWS_AT_ONCE = 100
/** Per server: each takes a thread, and a share of its time. */
const MOST_AT_ONCE = 2
const SECONDS_TO_WAIT = 10
const CANCELLED = 'This rehearsal was cancelled.'
const UNCHECKED = 'The rows could not be checked. Nothing was imported.'
const UNCOUNTED = { rows_checked: 0, new_count: 0, changed_count: 0, unchanged_count: 0, refused_count: 0 }
/** For one caller's rehearsals of the last day, in characters. */
const MOST_KEPT = 128 * 1024 * 1024
let running = 0

/**
 * Reads a file, or the rows of an earlier rehearsal again, and stores what an import would do with each. Throws 422 for
 * an unreadable file and a mapping that does not fit, 404, 409 once someone has cancelled it or the caller is gone, 429
 * for a caller whose rehearsals take too much space, and 503 while others run.
 */
export async function rehearse(parts: Parts, asked: RehearsalInput, caller: Caller): Promise<Rehearsal> {
  const { file, rehearsal_id } = asked
  if (!file && !rehearsal_id) throw refused('file', 'Please choose a file.', 'required')
  if (asked.match_by && !matchingsOf(asked.record_type).includes(asked.match_by))
    throw refused('match_by', 'Records of this kind cannot be matched by that.', 'not_allowed')
  if (asked.record_type === 'french') refuseWithoutFrench(parts.settings)
  if (running >= MOST_AT_ONCE) throw busy()
  running++
  try {
    if (file && (await keptCharacters(parts.db, caller.actor._id)) > MOST_KEPT) throw keptTooMuch()
    return toRehearsal(await (file ? ofFile(parts, { ...asked, file }, caller) : again(parts, asked, caller)))
  } finally {
    running--
  }
}

const busy = () =>
  new AppError(503, 'Other imports are being read. Please try again in a moment.', {
    code: 'busy',
    retryAfter: SECONDS_TO_WAIT,
  })

const keptTooMuch = () =>
  new AppError(429, 'Your rehearsals of the last day keep more than 128 MB. Please discard some of them first.')

async function ofFile(parts: Parts, asked: RehearsalInput & { file: TableFile }, caller: Caller) {
  const { record_type, file, mapping, match_by, encoding, sheet, head_row, with_hidden } = asked
  const { db } = parts
  const stop = new AbortController()
  try {
    const signal = AbortSignal.any([stop.signal, caller.gone])
    const matchBy = match_by || null
    const reading = { encoding, sheet, head_row, with_hidden }
    const known = knownHeads(record_type)
    const { start, rows } = await readTable(file.path, {
      signal,
      mostRows: MOST_IMPORT_ROWS,
      known,
      reading,
      ...(record_type === 'french' && { xliff: frenchAsXliff }),
    }).catch(unreadable)
    const { heads, ...read } = start
    const remembered = mapping ? undefined : await chosenBefore(db, caller.actor, record_type, heads)
    const columns = matchColumns(record_type, heads, mapping ?? remembered)
    const id = newId()
    await addRehearsal(db, {
      id,
      actor_id: caller.actor._id,
      record_type,
      file_name: file.name.slice(-200),
      heads: JSON.stringify(heads),
      mapping: JSON.stringify(mappingOf(columns)),
      reading: JSON.stringify({ ...read, with_hidden: with_hidden ?? false, samples: [] } satisfies StoredReading),
      match_by: matchBy,
      state: 'reading',
      problem: null,
      rows_read: 0,
      ...UNCOUNTED,
      change_id: null,
      created_at: isoNow(),
      alive_at: isoNow(),
    })
    return await checkAll(
      parts,
      { id, type: record_type, columns, caller, matchBy },
      asRead(rows, samplesOf(db, id, heads.length)),
    )
  } finally {
    stop.abort()
  }
}

function unreadable(error: unknown): never {
  if (error instanceof UnreadableTable) throw refused('file', error.message)
  if (error instanceof Error && error.name === 'AbortError') throw new AppError(409, CANCELLED)
  throw error
}

type Sampling = ReturnType<typeof samplesOf>

async function* asRead(batches: AsyncIterable<TableRow[]>, sample: Sampling) {
  let isFirst = true
  try {
    for await (const rows of batches) {
      if (isFirst) await sample(rows)
      isFirst = false
      yield rows.map(({ row, cells, notes }): ReadRow => ({ line: row, cells, notes }))
    }
  } catch (error) {
    unreadable(error)
  }
}

async function again(
  parts: Parts,
  { record_type, rehearsal_id = '', mapping, match_by, mended = [] }: RehearsalInput,
  caller: Caller,
) {
  const { db } = parts
  const before = await readRehearsal(db, caller.actor._id, rehearsal_id)
  if (before.record_type !== record_type) throw refused('record_type', 'This rehearsal is about other records.')
  const heads = JSON.parse(before.heads) as string[]
  const columns = matchColumns(record_type, heads, mapping ?? (JSON.parse(before.mapping) as ImportMapping))
  const matchBy = match_by === undefined ? before.match_by : match_by || null
  const { numUpdatedRows } = await db
    .updateTable('import_rehearsals')
    .set({
      ...UNCOUNTED,
      state: 'reading',
      problem: null,
      mapping: JSON.stringify(mappingOf(columns)),
      match_by: matchBy,
      alive_at: isoNow(),
    })
    .where('id', '=', before.id)
    .where(canBeCheckedAgain)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows)
    throw refused(
      'rehearsal_id',
      'This rehearsal cannot be checked again. Please choose the file again.',
      'not_allowed',
    )
  if (mapping) await rememberChosen(db, caller.actor, record_type, heads, mappingOf(columns))
  await mendRows(db, before.id, columns, mended)
  const about = { id: before.id, type: record_type, columns, caller, matchBy, rows_read: Number(before.rows_read) }
  return checkAll(parts, about, storedRows(db, before))
}

async function* storedRows(db: Db, { id }: StoredRehearsal) {
  for (let after = 0; ; ) {
    const rows = await rowsAfter(db, id, after, ROWS_AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    yield rows
  }
}

const mappingOf = (columns: FileColumn[]): ImportMapping =>
  Object.fromEntries(columns.map(({ key, field }) => [key, field?.field ?? null]))

/** `rows_read` is how many rows had been read before. */
type About = {
  id: string
  type: RehearsedType
  columns: FileColumn[]
  caller: Caller
  matchBy: Matching | null
  rows_read?: number
}

async function checkAll(
  { db, places, settings: { publicUrl } }: Parts,
  { id, type, columns, caller: { actor, gone }, matchBy, rows_read = 0 }: About,
  batches: AsyncIterable<ReadRow[]>,
) {
  const check = type === 'french' ? frenchChecker({ db, publicUrl }) : rowChecker({ db, places, actor, type, matchBy })
  const read = cellReader(columns)
  const counts: Record<ImportOutcome, number> = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  let rows_checked = 0
  const keep = (checked: CheckedRow[], state: 'reading' | 'ready') =>
    inTransaction(db, async (db) => {
      await storeRows(db, id, checked)
      const { new: new_count, changed, unchanged, refused } = counts
      const sums = { new_count, changed_count: changed, unchanged_count: unchanged, refused_count: refused }
      const isOngoing = await updateReading(db, id, {
        ...sums,
        rows_read: Math.max(rows_read, rows_checked),
        rows_checked,
        state,
      })
      if (!isOngoing) throw new AppError(409, (await problemOf(db, id)) ?? CANCELLED)
    })
  try {
    for await (const batch of batches) {
      for (let first = 0; first < batch.length; first += ROWS_AT_ONCE) {
        if (gone.aborted) throw new AppError(409, CANCELLED)
        const checked = await check(batch.slice(first, first + ROWS_AT_ONCE).map(read))
        for (const [outcome, count] of Object.entries(countOutcomes(checked))) counts[outcome as ImportOutcome] += count
        rows_checked += checked.length
        await keep(checked, 'reading')
        await setImmediate()
      }
    }
    await keep([], 'ready')
  } catch (error) {
    // Half a file is no rehearsal: nothing of it may be applied. Rows that had all been read before can be checked once
    // more.
    if (rows_read) await updateReading(db, id, { state: 'failed', problem: UNCHECKED })
    else await deleteRehearsal(db, id)
    throw error
  }
  return readRehearsal(db, actor._id, id)
}
