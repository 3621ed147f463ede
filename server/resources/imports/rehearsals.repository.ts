import type { CompiledQuery, ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import {
  type ImportMapping,
  type ImportOutcome,
  type ImportRow,
  REHEARSAL_HOURS,
  type Rehearsal,
} from '#contract/imports.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Statement } from '../../db/engines/snapshot.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Changes } from '../../records/activity.ts'
import { titlesOf } from '../../records/open-change.ts'
import { columnOf } from '../../records/record-tables.ts'
import { readable } from '../changes/history/history.repository.ts'
import type { CheckedRow } from './check-rows.ts'
import { matchColumns, shownColumns } from './columns.ts'
import type { ReadRow } from './read-cells.ts'

export type StoredRehearsal = Selectable<Tables['import_rehearsals']>

/** A server that has said nothing of a rehearsal for so long has stopped. In milliseconds. */
const SILENT = 60_000
const STOPPED = 'The server stopped while it read this file. Please choose it again.'
const HOUR = 3_600_000

const oldest = () => new Date(Date.parse(isoNow()) - REHEARSAL_HOURS * HOUR).toISOString()

export const addRehearsal = (db: Db, row: Insertable<Tables['import_rehearsals']>) =>
  db.insertInto('import_rehearsals').values(row).execute()

export const updateRehearsal = (db: Db, id: string, values: Updateable<Tables['import_rehearsals']>) =>
  db
    .updateTable('import_rehearsals')
    .set({ ...values, alive_at: isoNow() })
    .where('id', '=', id)
    .executeTakeFirst()

/** Updates a rehearsal that is being read. Resolves to false where it no longer is. */
export async function updateReading(db: Db, id: string, values: Updateable<Tables['import_rehearsals']>) {
  const { numUpdatedRows } = await db
    .updateTable('import_rehearsals')
    .set({ ...values, alive_at: isoNow() })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** A rehearsal of the last day, of this actor. Throws 404. */
export async function readRehearsal(db: Db, actorId: string, id: string): Promise<StoredRehearsal> {
  const row = await rehearsalsOf(db, actorId).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This rehearsal')
  return row
}

const rehearsalsOf = (db: Db, actorId: string) =>
  db.selectFrom('import_rehearsals').selectAll().where('actor_id', '=', actorId).where('created_at', '>', oldest())

/** The rehearsals of the last day of this actor, the newest first. */
export const listRehearsals = async (db: Db, actorId: string) =>
  (await rehearsalsOf(db, actorId).orderBy('created_at', 'desc').orderBy('id').limit(50).execute()).map(toRehearsal)

const CHECK_CANCELLED = 'Checking the rows was cancelled. Nothing was imported.'

/**
 * Forgets a rehearsal; one whose rows were all read before and are being checked again is only stopped. Resolves to what
 * came of it, in words. Throws 409 while it is applied.
 */
export async function discardRehearsal(db: Db, { id, state, rows_read, rows_checked }: StoredRehearsal) {
  const isCheckedAgain = state === 'reading' && Number(rows_read) > Number(rows_checked)
  if (isCheckedAgain) {
    const isStopped = await updateReading(db, id, { state: 'failed', problem: CHECK_CANCELLED })
    return isStopped ? CHECK_CANCELLED : 'All rows had been checked by then.'
  }
  if (state === 'applying') throw new AppError(409, 'These rows are being imported. Please wait until that is done.')
  await deleteRehearsal(db, id)
  return 'Rehearsal discarded.'
}

export const deleteRehearsal = (db: Db, id: string) => db.deleteFrom('import_rehearsals').where('id', '=', id).execute()

const silentSince = () => new Date(Date.parse(isoNow()) - SILENT).toISOString()

/** Whose rows were all read, and are not being checked, or were by a server that has stopped. */
export const canBeCheckedAgain = (rehearsal: ExpressionBuilder<Tables, 'import_rehearsals'>) =>
  rehearsal.or([
    rehearsal('state', 'in', ['ready', 'failed']),
    rehearsal.and([
      rehearsal('state', '=', 'reading'),
      rehearsal('alive_at', '<', silentSince()),
      rehearsal('rows_read', '>', rehearsal.ref('rows_checked')),
    ]),
  ])

/** A rehearsal as it is shown. One whose server has stopped has failed. */
export function toRehearsal(row: StoredRehearsal): Rehearsal {
  const isLost = row.state === 'reading' && row.alive_at < silentSince()
  const columns = matchColumns(
    row.record_type,
    JSON.parse(row.heads) as string[],
    JSON.parse(row.mapping) as ImportMapping,
  )
  const { new_count, changed_count, unchanged_count, refused_count } = row
  return {
    rehearsal_id: row.id,
    record_type: row.record_type,
    file_name: row.file_name,
    state: isLost ? 'failed' : row.state,
    problem: isLost ? STOPPED : row.problem,
    ...shownColumns(columns),
    counts: {
      new: Number(new_count),
      changed: Number(changed_count),
      unchanged: Number(unchanged_count),
      refused: Number(refused_count),
    },
    rows_read: Number(row.rows_read),
    rows_checked: Number(row.rows_checked),
    change_id: row.change_id,
    created_at: row.created_at,
  }
}

const ROWS_AT_ONCE = 100

/** Stores rows as they were checked, in place of what is known of them. */
export async function storeRows(db: Db, rehearsalId: string, rows: CheckedRow[]) {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return
  await db
    .deleteFrom('import_rows')
    .where('rehearsal_id', '=', rehearsalId)
    .where('line', '>=', first.line)
    .where('line', '<=', last.line)
    .execute()
  for (let place = 0; place < rows.length; place += ROWS_AT_ONCE) {
    const values = rows.slice(place, place + ROWS_AT_ONCE).map(({ cells, changes, errors, ...row }) => ({
      ...row,
      rehearsal_id: rehearsalId,
      cells: JSON.stringify(cells),
      changes: JSON.stringify(changes),
      errors: JSON.stringify(errors),
    }))
    await db.insertInto('import_rows').values(values).execute()
  }
}

/** How many of these rows have which outcome. */
export function countOutcomes(rows: { outcome: ImportOutcome }[]) {
  const counts: Record<ImportOutcome, number> = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}

/** The next rows of a file as they were read, in the order of the file. */
export async function rowsAfter(db: Db, rehearsalId: string, line: number, most: number): Promise<ReadRow[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['line', 'cells'])
    .where('rehearsal_id', '=', rehearsalId)
    .where('line', '>', line)
    .orderBy('line')
    .limit(most)
    .execute()
  return rows.map(({ line, cells }) => ({ line: Number(line), cells: JSON.parse(cells) as string[] }))
}

/** A row that an import carries out. */
export type PlannedRow = { line: number; record_id: string | null; version: number | null; changes: Changes }

/** The next rows that an import writes, in the order of the file. */
export async function plannedAfter(db: Db, rehearsalId: string, line: number, most: number): Promise<PlannedRow[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['line', 'record_id', 'version', 'changes'])
    .where('rehearsal_id', '=', rehearsalId)
    .where('outcome', 'in', ['new', 'changed'])
    .where('line', '>', line)
    .orderBy('line')
    .limit(most)
    .execute()
  return rows.map(({ line, record_id, version, changes }) => ({
    line: Number(line),
    record_id,
    version: version === null ? null : Number(version),
    changes: JSON.parse(changes ?? '{}') as Changes,
  }))
}

/** How many of the records that rows of a rehearsal are about have changed since it was made. */
export async function countOutdated(db: Db, { id, record_type }: StoredRehearsal) {
  const [found] = await readQuery<{ count: number }>(
    db,
    `select count(*) as count from import_rows inner join ${record_type} as record on record.id = import_rows.record_id
     where import_rows.rehearsal_id = ? and import_rows.outcome <> 'refused' and record.version <> import_rows.version`,
    [id],
  )
  return Number(found?.count ?? 0)
}

const DEFAULT_PAGE = 20
/** Of a cell that is shown: the file of the refused rows has all of it. */
const LONGEST_SHOWN = 500
const shortened = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)

/** A page of the rows of a rehearsal, as people read them. */
export async function pageOfRows(
  db: Db,
  rehearsal: StoredRehearsal,
  {
    outcome,
    page = 1,
    per_page = DEFAULT_PAGE,
  }: { outcome?: ImportOutcome | undefined; page?: number | undefined; per_page?: number | undefined },
): Promise<{ data: ImportRow[]; total: number; current_page: number }> {
  const { id, record_type: type } = rehearsal
  let matching = db.selectFrom('import_rows').where('rehearsal_id', '=', id).where('outcome', 'is not', null)
  if (outcome) matching = matching.where('outcome', '=', outcome)
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('line')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  const columns = matchColumns(
    type,
    JSON.parse(rehearsal.heads) as string[],
    JSON.parse(rehearsal.mapping) as ImportMapping,
  )
  const changed = rows.map(({ record_id, changes }) => ({
    id: record_id ?? '',
    changes: JSON.parse(changes ?? '{}') as Changes,
  }))
  const shown = await readable(db, type, changed)
  const titles = await titlesOf(
    db,
    type,
    rows.flatMap(({ record_id }) => record_id ?? []),
  )
  const data = rows.map((row, place): ImportRow => {
    const errors = JSON.parse(row.errors ?? '{}') as Record<string, string[]>
    const cells = JSON.parse(row.cells) as string[]
    const cellOf = (field: string) => {
      const column = columns.find((one) => one.field?.field === field)
      return {
        column: column?.key ?? columnOf(type, field)?.label ?? field,
        value: shortened(cells[(column?.number ?? 0) - 1] ?? ''),
      }
    }
    return {
      row: Number(row.line),
      outcome: row.outcome ?? 'refused',
      record_id: row.record_id,
      title: shortened((row.record_id && titles.get(row.record_id)) || (row.title ?? '')),
      fields: (shown[place]?.fields ?? []).map(({ field, label, from, to }) => ({ field, label, from, to })),
      errors,
      cells: Object.fromEntries(Object.keys(errors).map((field) => [field, cellOf(field)])),
      place: row.place,
    }
  })
  return { data, total: Number(total), current_page: page }
}

/** How all refused rows are read: their cells, and why; and how they are counted. */
export function refusedRows(db: Db, id: string): { count: Statement; rows: Statement } {
  const refused = db.selectFrom('import_rows').where('rehearsal_id', '=', id).where('outcome', '=', 'refused')
  return {
    count: statementOf(refused.select(({ fn }) => fn.countAll<number>().as('total')).compile()),
    rows: statementOf(refused.select(['line', 'cells', 'errors']).orderBy('line').compile()),
  }
}

const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: parameters as (string | number)[],
})

/** How much the rehearsals of the last day of this actor keep, in characters. */
export async function keptCharacters(db: Db, actorId: string) {
  const [kept] = await engineOf(db).rowsOffThread<{ total: number | null }>(
    db,
    `select sum(length(cells) + coalesce(length(changes), 0) + coalesce(length(errors), 0)) as total
     from import_rows inner join import_rehearsals on import_rehearsals.id = import_rows.rehearsal_id
     where import_rehearsals.actor_id = ?`,
    [actorId],
  )
  return Number(kept?.total ?? 0)
}
