import type { CompiledQuery } from 'kysely'
import type { ImportMapping, ImportOutcome, ImportRow, Mended } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Statement } from '../../db/engines/snapshot.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import type { Changes } from '../../records/activity.ts'
import { titlesOf } from '../../records/open-change.ts'
import { columnOf } from '../../records/record-tables.ts'
import type { CellNotes } from '../../tables/reading/table-row.ts'
import { readable } from '../changes/history/history.repository.ts'
import { countOutdatedFrench } from './apply-french.ts'
import type { CheckedRow } from './check-rows.ts'
import { type FileColumn, matchColumns } from './columns.ts'
import type { PlannedRow } from './planned-row.ts'
import type { ReadRow } from './read-cells.ts'
import type { StoredRehearsal } from './rehearsals.repository.ts'

const ROWS_AT_ONCE = 100

/** Stores rows as checked, replacing earlier results. */
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
    const values = rows
      .slice(place, place + ROWS_AT_ONCE)
      .map(({ cells, notes, changes, errors, warnings, ...row }) => ({
        ...row,
        rehearsal_id: rehearsalId,
        cells: JSON.stringify(cells),
        changes: JSON.stringify(changes),
        errors: JSON.stringify(errors),
        notes: notes ? JSON.stringify(notes) : null,
        warnings: Object.keys(warnings).length ? JSON.stringify(warnings) : null,
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

/** A file's next rows as they were read, in file order. */
export async function rowsAfter(db: Db, rehearsalId: string, line: number, most: number): Promise<ReadRow[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select(['line', 'cells', 'notes'])
    .where('rehearsal_id', '=', rehearsalId)
    .where('line', '>', line)
    .orderBy('line')
    .limit(most)
    .execute()
  return rows.map(({ line, cells, notes }) => ({
    line: Number(line),
    cells: JSON.parse(cells) as string[],
    ...(notes !== null && { notes: JSON.parse(notes) as CellNotes }),
  }))
}

/** Changes the texts of cells, given by row and column key. Throws 422 for a row that does not exist. */
export async function mendRows(db: Db, rehearsalId: string, columns: FileColumn[], mended: Mended) {
  for (const { row, cells: texts } of mended) {
    const rows = db.selectFrom('import_rows').where('rehearsal_id', '=', rehearsalId).where('line', '=', row)
    const found = await rows.select(['cells', 'notes']).executeTakeFirst()
    if (!found) throw refused('mended', `The file has no row ${row}.`)
    const cells = JSON.parse(found.cells) as string[]
    const notes = JSON.parse(found.notes ?? '{}') as CellNotes
    for (const [key, text] of Object.entries(texts)) {
      const column = columns.find((one) => one.key === key)
      if (!column) throw refused('mended', `The file has no column “${key}”.`)
      while (cells.length < column.number) cells.push('')
      cells[column.number - 1] = text
      delete notes[column.number - 1]
    }
    await db
      .updateTable('import_rows')
      .set({ cells: JSON.stringify(cells), notes: Object.keys(notes).length ? JSON.stringify(notes) : null })
      .where('rehearsal_id', '=', rehearsalId)
      .where('line', '=', row)
      .execute()
  }
}

/** The next rows that an import writes, in file order. */
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

/** How many of the records in a rehearsal's rows have changed since it was made. */
export async function countOutdated(db: Db, { id, record_type }: StoredRehearsal) {
  if (record_type === 'french') return countOutdatedFrench(db, id)
  const [found] = await readQuery<{ count: number }>(
    db,
    `select count(*) as count from import_rows inner join ${record_type} as record on record.id = import_rows.record_id
     where import_rows.rehearsal_id = ? and import_rows.outcome <> 'refused' and record.version <> import_rows.version`,
    [id],
  )
  return Number(found?.count ?? 0)
}

const DEFAULT_PAGE = 20
/** For a displayed cell: the file of refused rows has all of it. */
const LONGEST_SHOWN = 500
const shortened = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)

/** A page of a rehearsal's rows, as people read them. */
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
  const typeOf = (row: { record_type: RecordType | null }) => (type === 'french' ? row.record_type : type)
  const shown = new Map<number, Shown>()
  for (const [table, some] of Map.groupBy(rows, typeOf)) if (table) await addShown(db, table, some, shown)
  /** For French: the record's name, and which of its fields a row is about. */
  const titleOf = (row: (typeof rows)[number], title: string | undefined) =>
    type === 'french' ? [title, row.title].filter(Boolean).join(': ') : title || (row.title ?? '')
  const data = rows.map((row): ImportRow => {
    const errors = JSON.parse(row.errors ?? '{}') as Record<string, string[]>
    const warnings = JSON.parse(row.warnings ?? '{}') as Record<string, string[]>
    const cells = JSON.parse(row.cells) as string[]
    const cellOf = (field: string) => {
      const column = columns.find((one) => one.field?.field === field)
      return {
        column: column?.key ?? (type === 'french' ? undefined : columnOf(type, field)?.label) ?? field,
        value: shortened(cells[(column?.number ?? 0) - 1] ?? ''),
      }
    }
    return {
      row: Number(row.line),
      outcome: row.outcome ?? 'refused',
      record_id: row.record_id,
      record_type: typeOf(row),
      title: shortened(titleOf(row, shown.get(Number(row.line))?.title)),
      fields: (shown.get(Number(row.line))?.fields ?? []).map(({ field, label, from, to }) => ({
        field,
        label,
        from,
        to,
      })),
      errors,
      warnings,
      cells: Object.fromEntries(Object.keys({ ...errors, ...warnings }).map((field) => [field, cellOf(field)])),
      place: row.place,
      same_as: row.same_as === null ? null : Number(row.same_as),
    }
  })
  return { data, total: Number(total), current_page: page }
}

type Shown = { title: string | undefined; fields: ImportRow['fields'] }
type StoredRow = { line: number; record_id: string | null; changes: string | null }

/** Adds what rows about records of one kind would do, as people read it, and the records' names, by line. */
async function addShown(db: Db, type: RecordType, rows: StoredRow[], shown: Map<number, Shown>) {
  const changed = rows.map(({ record_id, changes }) => ({
    id: record_id ?? '',
    changes: JSON.parse(changes ?? '{}') as Changes,
  }))
  const read = await readable(db, type, changed)
  const ids = rows.flatMap(({ record_id }) => record_id ?? [])
  const titles = await titlesOf(db, type, ids)
  for (const [place, { line, record_id }] of rows.entries())
    shown.set(Number(line), { title: titles.get(record_id ?? ''), fields: read[place]?.fields ?? [] })
}

/** How to read all refused rows, their cells and reasons; and how to count them. */
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

/** The size of this actor's rehearsals of the last day, in characters. */
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
