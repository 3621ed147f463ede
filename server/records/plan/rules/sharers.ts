import { formatNumber, plural } from '#contract/plural.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { AppError } from '../../../errors.ts'
import { titlesOf } from '../../open-change.ts'
import { formatRecordCount, recordTables, referencesOf, sharersOf, wireName } from '../../record-tables.ts'
import type { StoredRow } from '../../rows.ts'
import { oneByOne, type Rule, type Sharers, type Values } from './rule.ts'

/**
 * What would no longer match a record once it `becomes` these values: RVs share the type and year of their model.
 * Undefined if nothing would. Those that the change `except` has changed as well do not count: they are undone with it.
 */
async function sharersLeftBehind(
  db: Db,
  table: RecordTable,
  row: StoredRow,
  becomes: Values,
  except?: string,
): Promise<Sharers | undefined> {
  for (const { users, column, shares } of sharersOf(table)) {
    const changed = shares.filter((shared) => becomes[shared] !== row[shared])
    if (!changed.length) continue
    const fits = shares.map((shared) => `and ${shared} = ?`).join(' ')
    const others =
      except === undefined
        ? ''
        : `and not exists (
      select 1 from activity where activity.record_id = ${users}.id and activity.change_id = ?)`
    const [found] = await readQuery<{ count: number; inactive: number; id: string | null }>(
      db,
      `select count(*) as count, sum(is_deleted) as inactive, min(id) as id from ${users}
       where ${column} = ? ${fits} ${others}`,
      [row.id, ...shares.map((shared) => String(row[shared])), ...(except === undefined ? [] : [except])],
    )
    if (!found?.id) continue
    const now = changed.map((column) => ({ column, id: String(row[column]) }))
    const counts = { count: Number(found.count), inactive: Number(found.inactive) }
    return { users: users as RecordTable, ...counts, id: found.id, now }
  }
  return undefined
}

/** In words, with the record's present names as `titles`: '236 RVs have this model with Travel Trailer. They …'. */
export function leftBehind(table: RecordTable, { users, count, inactive }: Sharers, titles: string[]) {
  const [have, they] = [plural(count, 'has', 'have'), plural(count, 'It', 'They')]
  const what = `${recordTables[table].noun[0]} with ${titles.join(' ')}`
  const some = inactive === count ? ' (inactive)' : inactive ? ` (${formatNumber(inactive)} inactive)` : ''
  return `${formatRecordCount(users, count)}${some} ${have} this ${what}. ${they} would no longer fit.`
}

/** Records that match this one would still do so: otherwise they would no longer fit. */
export const noneLeftBehind: Rule = {
  of: (table) => sharersOf(table).length > 0,
  begin: ({ db, table, undoing }) => ({
    among: oneByOne(async ({ row, next }) => {
      const sharers = row && (await sharersLeftBehind(db, table, row, next, undoing?.id))
      return sharers && { kind: 'shared', cause: { table: sharers.users, id: sharers.id }, sharers }
    }),
  }),
}

/** The refusal of an edit after which other records would no longer match: 409 on its fields. */
export async function leftBehindRefusal(db: Db, table: RecordTable, sharers: Sharers) {
  const { users, count, now } = sharers
  const words = leftBehind(table, sharers, await titlesNow(db, table, now))
  const [one, many] = recordTables[users].noun
  const { noun } = recordTables[table]
  const message = `${words} Add another ${noun[0]} instead, or change the ${plural(count, one, many)} first.`
  const errors = Object.fromEntries(now.map(({ column }) => [wireName(table, column), [message]]))
  const fieldCodes = Object.fromEntries(Object.keys(errors).map((field) => [field, ['conflict' as const]]))
  return new AppError(409, message, { code: 'in_use', errors, fieldCodes })
}

/** What the record has in these columns, as people read it. */
export const titlesNow = (db: Db, table: RecordTable, now: Sharers['now']) =>
  Promise.all(
    now.map(async ({ column, id }) => {
      const { refersTo } = referencesOf(table).find((one) => one.column === column) ?? {}
      return (refersTo && (await titlesOf(db, refersTo, [id])).get(id)) ?? ''
    }),
  )
