import { createHash } from 'node:crypto'
import type { Matching } from '#contract/import-files.ts'
import type { ImportField, ImportType } from '#contract/imports.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { searchStrategy } from '../../db/lists/list-filters.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { comparedColumns } from '../../records/plan/rules/twins.ts'
import { columnOf, formatRecordCount, recordTables, withKeys } from '../../records/record-tables.ts'
import { readRows, type StoredRow } from '../../records/rows.ts'
import { imported } from './import-kinds.ts'
import type { SaidRow } from './read-cells.ts'

type Row = SaidRow & { current?: StoredRow | undefined; matchedBy: string }
/** A row with what its form reads, by field. */
type MatchedRow = { row: Row; values: Record<string, unknown> }
type Parts = {
  db: Db
  type: ImportType
  fields: readonly ImportField[]
  matchBy: Matching | null
  /** Fields left to the place index if a row has them empty. */
  placed: readonly string[]
}

const FIELDS: Partial<Record<Matching, string[]>> = {
  name_and_city: ['name', 'city'],
  name: ['name'],
  email: ['email'],
}
/** How many records are considered for the rows of a batch. */
const MOST_NAMED = 10_000

const digest = (parts: unknown) => createHash('sha1').update(JSON.stringify(parts)).digest('base64')

/** A row's content in a form that can be compared. */
export const sayingOf = ({ texts }: SaidRow) => digest([...texts].map(([field, text]) => [field, text.trim()]))

/** Finds the records that rows without ids are about by their content. */
export function rowMatcher({ db, type, fields, matchBy, placed }: Parts) {
  const { title, unique } = recordTables[type]
  const { match } = imported[type]
  // Nearly all records are active, which SQLite does not know before it has statistics.
  const { noStatusIndex } = searchStrategy(db, 'collect')

  /** Finds each row's record by the chosen way, else by unique columns. */
  async function find(rows: MatchedRow[]) {
    if (matchBy && matchBy !== 'external_id') return byChosen(rows)
    if (match) return byRule(match, rows)
    if (!unique) return byAllCells(rows)
    const compared = comparedColumns(type)
    const nameColumn = compared.find((column) => column.endsWith('_key')) ?? compared.at(-1)
    if (!nameColumn || !rows.length) return
    const keyOf = (values: Record<string, unknown>) => JSON.stringify(compared.map((column) => values[column]))
    const named = rows.map(({ row, values }) => ({ row, values: withKeys(type, values) as Record<string, unknown> }))
    const names = [...new Set(named.map(({ values }) => String(values[nameColumn])))]
    const text = `select id, ${compared.join()} from ${type}
      where ${noStatusIndex}is_deleted = 0 and ${nameColumn} in ${engineOf(db).textsFromJson}`
    const found = await readQuery<Record<string, unknown> & { id: string }>(db, text, [JSON.stringify(names)])
    const idOf = new Map(found.map((one) => [keyOf(one), one.id]))
    const stored = await readRows(db, type, [...idOf.values()])
    for (const { row, values } of named) {
      row.current = stored.get(idOf.get(keyOf(values)) ?? '')
      row.matchedBy = unique?.field ?? ''
    }
  }

  /** By the chosen fields; several records with the same values are an error of the row. */
  async function byChosen(rows: MatchedRow[]) {
    const names = (matchBy && FIELDS[matchBy]) ?? []
    const keyOf = (values: Record<string, unknown>) => JSON.stringify(names.map((name) => keyIn(values, name)))
    const said = rows.filter(({ values }) => names.every((name) => values[name]))
    const found = await namedLike(
      said.map(({ values }) => keyIn(values, names[0] ?? '')),
      names[0] ?? '',
    )
    const byKey = Map.groupBy(found, keyOf)
    for (const { row, values } of said) {
      const some = byKey.get(keyOf(values)) ?? []
      if (some.length > 1) {
        const which = names.map((name) => columnOf(type, name)?.label ?? name).join(' and ')
        row.errors[names[0] ?? ''] = [
          `${formatRecordCount(type, some.length)} have this ${which}. Please match by something else.`,
        ]
      }
      row.current = some.length === 1 ? some[0] : undefined
      row.matchedBy = names[0] ?? ''
    }
  }

  const known = new Map<string, Set<string>>()
  const equal = new Map<string, string>()

  /** By all that rows say: a row that matches a record completely is about it. */
  async function byAllCells(rows: MatchedRow[]) {
    const name = title[0] ?? ''
    for (const [saying, some] of Map.groupBy(rows, ({ row }) => saidBy(row).join())) {
      const said = fields.filter(({ made, field }) => made !== 'id' && saying.split(',').includes(field))
      if (!said.some(({ field }) => field === name)) continue
      const asked = known.get(saying) ?? new Set()
      known.set(saying, asked)
      const open = some.map(({ values }) => keyIn(values, name)).filter((key) => !asked.has(key))
      for (const key of open) asked.add(key)
      for (const record of await namedLike(open, name)) {
        const key = digest([saying, said.map(({ column }) => valueOf(record[column]))])
        if (!equal.has(key)) equal.set(key, record.id)
      }
      const ids = some.map(({ values }) => equal.get(digest([saying, said.map(({ wire }) => valueOf(values[wire]))])))
      const stored = await readRows(
        db,
        type,
        ids.flatMap((id) => id ?? []),
      )
      for (const [place, { row }] of some.entries()) {
        row.current = stored.get(ids[place] ?? '')
        row.matchedBy = name
      }
    }
  }

  const saidBy = ({ texts }: Row) =>
    [...texts].flatMap(([field, text]) => (placed.includes(field) && !text.trim() ? [] : [field])).toSorted()

  async function byRule(match: NonNullable<(typeof imported)[ImportType]['match']>, rows: MatchedRow[]) {
    const found = await match(
      db,
      rows.map(({ row: { texts }, values }) => ({ ...values, external_id: texts.get('external_id')?.trim() })),
      rows.map(({ row: { texts } }) => texts),
    )
    const stored = await readRows(
      db,
      type,
      found.flatMap((id) => id ?? []),
    )
    for (const [place, { row }] of rows.entries()) {
      row.current = stored.get(found[place] ?? '')
      row.matchedBy = recordTables[type].uniqueOfOwner?.column ?? '_id'
    }
  }

  /** The active records with these keys in a column, some for each key. */
  async function namedLike(keys: string[], column: string): Promise<StoredRow[]> {
    if (!keys.length) return []
    const text = `select id from ${type} where ${noStatusIndex}is_deleted = 0 and ${column}_key in ${engineOf(db).textsFromJson}
      order by created_at, id limit ${MOST_NAMED}`
    const found = await readQuery<{ id: string }>(db, text, [JSON.stringify([...new Set(keys)])])
    return [
      ...(
        await readRows(
          db,
          type,
          found.map(({ id }) => id),
        )
      ).values(),
    ]
  }

  return find
}

/** A text value in the form that texts are compared in. */
function keyIn(values: Record<string, unknown>, name: string) {
  const value = values[name]
  return typeof value === 'string' ? textKey(value) : ''
}

/** A value as compared: a flag is a number in a table, and null is empty. */
const valueOf = (value: unknown) => (typeof value === 'boolean' ? Number(value) : (value ?? ''))
