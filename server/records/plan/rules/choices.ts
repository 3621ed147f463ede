import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { referencesOf, wireName } from '../../record-tables.ts'
import { isActive } from './is-active.ts'
import type { Values } from './rule.ts'

/**
 * A column whose record must not be chosen: it is deleted or missing, or its values differ from those it must share,
 * `has`.
 */
type UnfitChoice = { column: string; refersTo: RecordTable; id: string; has?: Values }

/**
 * The first column of `values` that refers to a record that must not be chosen; undefined if there is none. What
 * `stays` in its column may be deleted.
 */
export async function unfitChoice(
  db: Db,
  table: RecordTable,
  values: Values,
  stays: (column: string) => boolean,
): Promise<UnfitChoice | undefined> {
  // If both a type and its model are missing, the type is named.
  const references = referencesOf(table).toSorted((one, other) => mostShared(one) - mostShared(other))
  for (const { column, refersTo, shares, optional } of references) {
    if (optional && values[column] === null) continue
    const id = (values[column] as string | undefined) ?? ''
    if (!stays(column) && !(await isActive(db, refersTo, id))) return { column, refersTo, id }
    if (!shares || (stays(column) && shares.every(stays))) continue
    const row = await db
      .selectFrom(refersTo as 'models')
      .select(shares as ('cat_id' | 'year_id')[])
      .where('id', '=', id)
      .executeTakeFirst()
    const has: Values = row ?? {}
    if (shares.some((shared) => has[shared] !== values[shared])) return { column, refersTo, id, has }
  }
  return undefined
}

const mostShared = ({ shares }: { shares?: readonly string[] }) => shares?.length ?? 0

const isKnown = async (db: Db, { refersTo, id }: UnfitChoice) =>
  (await db.selectFrom(refersTo).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/**
 * Refuses what must not be chosen in these values: 422 on its field. What the record already refers to, in `current`,
 * may stay although it has been deleted since.
 */
export async function refuseUnfitChoices(db: Db, table: RecordTable, values: Values, current?: Values) {
  const unfit = await unfitChoice(
    db,
    table,
    values,
    (column) => current !== undefined && (!(column in values) || values[column] === current[column]),
  )
  if (!unfit) return
  const { choose = '' } = referencesOf(table).find(({ column }) => column === unfit.column) ?? {}
  const isThere = unfit.has !== undefined || (await isKnown(db, unfit))
  throw refused(wireName(table, unfit.column), choose, isThere ? 'inactive' : 'unknown')
}

/** Refuses as refuseUnfitChoices does, looking up each distinct set of choices only once for many records. */
export function choicesKnown(db: Db, table: RecordTable) {
  const columns = referencesOf(table).map(({ column }) => column)
  const known = new Map<string, Promise<void>>()
  return (current: Values | undefined, next: Values) => {
    const key = JSON.stringify(columns.flatMap((column) => [current?.[column], next[column]]))
    const checked = known.get(key) ?? refuseUnfitChoices(db, table, next, current)
    known.set(key, checked)
    return checked
  }
}
