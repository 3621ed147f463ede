import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import { type ImportMapping, REHEARSAL_HOURS, type Rehearsal } from '#contract/imports.ts'
import { HOUR, isoNow, MINUTE } from '../../clock.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { AppError, notFound } from '../../errors.ts'
import type { TableRow } from '../../tables/reading/table-row.ts'
import { matchColumns, shownColumns } from './columns.ts'

export type StoredRehearsal = Selectable<Tables['import_rehearsals']>

/** How a rehearsal's file was read, with some values of each column. */
export type StoredReading = Pick<
  Rehearsal,
  'encoding' | 'sheet' | 'sheets' | 'head_row' | 'hidden_rows' | 'with_hidden'
> & {
  format: 'csv' | 'xlsx' | 'xliff'
  samples: string[][]
}

/** The same for a rehearsal that may be from an earlier release. */
export const readingOf = ({ reading }: Pick<StoredRehearsal, 'reading'>): StoredReading => ({
  format: 'csv',
  encoding: null,
  sheet: null,
  sheets: [],
  head_row: 1,
  hidden_rows: 0,
  with_hidden: false,
  samples: [],
  ...(JSON.parse(reading) as Partial<StoredReading>),
})

/** A server silent about a rehearsal for this long has stopped. In milliseconds. */
const SILENT = MINUTE
const STOPPED = 'The server stopped while it read this file. Please choose it again.'

const oldest = () => new Date(Date.parse(isoNow()) - REHEARSAL_HOURS * HOUR).toISOString()

export const addRehearsal = (db: Db, row: Insertable<Tables['import_rehearsals']>) =>
  db.insertInto('import_rehearsals').values(row).execute()

export const updateRehearsal = (db: Db, id: string, values: Updateable<Tables['import_rehearsals']>) =>
  db
    .updateTable('import_rehearsals')
    .set({ ...values, alive_at: isoNow() })
    .where('id', '=', id)
    .executeTakeFirst()

/** Updates a rehearsal that is being read. Resolves to false if it no longer is. */
export async function updateReading(db: Db, id: string, values: Updateable<Tables['import_rehearsals']>) {
  const { numUpdatedRows } = await db
    .updateTable('import_rehearsals')
    .set({ ...values, alive_at: isoNow() })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Why a rehearsal was ended, if someone else has said so. */
export async function problemOf(db: Db, id: string) {
  const found = db.selectFrom('import_rehearsals').select('problem').where('id', '=', id)
  return (await found.executeTakeFirst())?.problem
}

/** A rehearsal of this actor's from the last day. Throws 404. */
export async function readRehearsal(db: Db, actorId: string, id: string): Promise<StoredRehearsal> {
  const row = await rehearsalsOf(db, actorId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This rehearsal')
  return row
}

const rehearsalsOf = (db: Db, actorId: string) =>
  db.selectFrom('import_rehearsals').selectAll().where('actor_id', '=', actorId).where('created_at', '>', oldest())

/** This actor's rehearsals of the last day, newest first. */
export async function listRehearsals(db: Db, actorId: string) {
  const rows = await rehearsalsOf(db, actorId).orderBy('created_at', 'desc').orderBy('id').limit(50).execute()
  const changed = rows.flatMap(({ change_id }) => change_id ?? [])
  const undone = changed.length
    ? await db
        .selectFrom('changes')
        .select('id')
        .where('id', 'in', changed)
        .where('undone_by', 'is not', null)
        .execute()
    : []
  return rows.map((row) =>
    toRehearsal(
      row,
      undone.some(({ id }) => id === row.change_id),
    ),
  )
}

/** A creation time that hides a rehearsal from everyone: housekeeping deletes what a stopped server left. */
const FORGOTTEN = new Date(0).toISOString()
const CHECK_CANCELLED = 'Checking the rows was cancelled. Nothing was imported.'

/**
 * Hides a rehearsal from everyone, so that it can be deleted; one whose rows had all been read and are being checked
 * again is only stopped. Resolves to the outcome in words. Throws 409 while it is applied.
 */
export async function discardRehearsal(db: Db, { id, state, rows_read, rows_checked }: StoredRehearsal) {
  const isCheckedAgain = state === 'reading' && Number(rows_read) > Number(rows_checked)
  if (isCheckedAgain) {
    const isStopped = await updateReading(db, id, { state: 'failed', problem: CHECK_CANCELLED })
    return { message: isStopped ? CHECK_CANCELLED : 'All rows had been checked by then.', isGone: false }
  }
  const { numUpdatedRows } = await db
    .updateTable('import_rehearsals')
    .set({ state: 'failed', created_at: FORGOTTEN })
    .where('id', '=', id)
    .where('state', '<>', 'applying')
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) throw new AppError(409, 'These rows are being imported. Please wait until that is done.')
  return { message: 'Rehearsal discarded.', isGone: true }
}

const silentSince = () => new Date(Date.parse(isoNow()) - SILENT).toISOString()

/** All rows were read, and they are not being checked, or were by a server that has stopped. */
export const canBeCheckedAgain = (rehearsal: ExpressionBuilder<Tables, 'import_rehearsals'>) =>
  rehearsal.or([
    rehearsal('state', 'in', ['ready', 'failed']),
    rehearsal.and([
      rehearsal('state', '=', 'reading'),
      rehearsal('alive_at', '<', silentSince()),
      rehearsal('rows_read', '>', rehearsal.ref('rows_checked')),
    ]),
  ])

/** A rehearsal as shown. If its server has stopped, it has failed. */
export function toRehearsal(row: StoredRehearsal, is_undone = false): Rehearsal {
  const isLost = row.state === 'reading' && row.alive_at < silentSince()
  const columns = matchColumns(
    row.record_type,
    JSON.parse(row.heads) as string[],
    JSON.parse(row.mapping) as ImportMapping,
  )
  const { new_count, changed_count, unchanged_count, refused_count } = row
  const { samples, format: _, ...reading } = readingOf(row)
  return {
    rehearsal_id: row.id,
    record_type: row.record_type,
    file_name: row.file_name,
    state: isLost ? 'failed' : row.state,
    problem: isLost ? STOPPED : row.problem,
    ...shownColumns(row.record_type, columns, samples),
    ...reading,
    match_by: row.match_by,
    counts: {
      new: Number(new_count),
      changed: Number(changed_count),
      unchanged: Number(unchanged_count),
      refused: Number(refused_count),
    },
    rows_read: Number(row.rows_read),
    rows_checked: Number(row.rows_checked),
    change_id: row.change_id,
    is_undone,
    created_at: row.created_at,
  }
}

const SAMPLES = 3
const LONGEST_SAMPLE = 60
/** Further columns get no samples. */
const MOST_SAMPLED = 200

/** Collects some values of each column from a file's first rows. */
export const samplesOf = (db: Db, id: string, columns: number) => async (rows: TableRow[]) => {
  const samples = Array.from({ length: Math.min(columns, MOST_SAMPLED) }, (_, place) =>
    [...new Set(rows.map(({ cells }) => (cells[place] ?? '').trim().slice(0, LONGEST_SAMPLE)))]
      .filter(Boolean)
      .slice(0, SAMPLES),
  )
  const { reading } = await db
    .selectFrom('import_rehearsals')
    .select('reading')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await updateReading(db, id, {
    reading: JSON.stringify({ ...readingOf({ reading }), samples } satisfies StoredReading),
  })
}
