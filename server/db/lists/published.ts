import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Column } from '#contract/column.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { isoNow } from '../../clock.ts'
import { refused } from '../../errors.ts'
import { readQuery } from '../raw-query.ts'
import type { Db, RecordTable } from '../schema.ts'
import type { Condition } from './condition.ts'
import type { ListColumn } from './list-columns.ts'
import { readScope, type Scope, searchStrategy } from './list-filters.ts'
import type { List } from './list-page.ts'
import { cached } from './query-cache.ts'

/** The references whose records must be visible for owners to see a table's, by its description. */
const needs = new Map(
  Object.entries(kinds).map(([table, { columns }]) => [
    table,
    Object.entries<Column<RecordType>>(columns).flatMap(([column, { refersTo, hiddenWith }]) =>
      refersTo && hiddenWith ? [{ column, other: refersTo }] : [],
    ),
  ]),
)

/** Tables whose records can be published and taken down at set times. */
const dated = new Set(Object.entries(kinds).flatMap(([table, { columns }]) => ('publish_at' in columns ? [table] : [])))

/**
 * SQL for what hides a record itself from owners at a moment, as named in `hiddenStates`; '' if nothing does. Its
 * references are checked separately.
 */
export function hiddenWhyAt(table: string, at: string): Condition {
  const dates = dated.has(table)
    ? ` when ${table}.publish_at > ? then 'not_yet' when ${table}.unpublish_at <= ? then 'taken_down'`
    : ''
  return atMoment(`case when ${table}.is_deleted = 1 then 'deleted'${dates} else '' end`, at)
}

/**
 * The condition on active records of a dated table that are hidden by date at a moment. The plus keeps SQLite from the
 * index whose value nearly all rows share.
 */
export const hiddenByDateAt = (table: RecordType, at: string) =>
  atMoment(`+${table}.is_deleted = 0 and (${table}.publish_at > ? or ${table}.unpublish_at <= ?)`, at)

/**
 * SQL for a table's records that are themselves visible to owners at the moment of each `?`, whatever they belong to.
 */
const shownSql = (table: string): string =>
  [
    `${table}.is_deleted = 0`,
    ...(dated.has(table)
      ? [
          `(${table}.publish_at is null or ${table}.publish_at <= ?)`,
          `(${table}.unpublish_at is null or ${table}.unpublish_at > ?)`,
        ]
      : []),
    // A hidden year hides everything below it.
    ...(table === 'years' ? ['years.rollover_id is null'] : []),
  ].join(' and ')

/** SQL for a table's records for which this holds, for them and everything above. */
const withAbove = (table: string, isSo: (table: string) => string): string =>
  [
    isSo(table),
    ...(needs.get(table) ?? []).map(
      ({ column, other }) => `${table}.${column} in (select ${other}.id from ${other} where ${withAbove(other, isSo)})`,
    ),
  ].join(' and ')

/** SQL for a table's records that owners see at the moment of each `?`: only those below visible ones. */
const publishedSql = (table: string) => withAbove(table, shownSql)
/** SQL for those not deleted, and not below anything deleted. */
export const activeBelowActive = (table: string) => withAbove(table, (table) => `${table}.is_deleted = 0`)

/** The condition on a table's records that owners see at a moment (ISO 8601). */
export const publishedAt = (table: string, at: string) => atMoment(publishedSql(table), at)
/** The condition on those that are themselves visible, whatever they belong to. */
export const shownAt = (table: string, at: string) => atMoment(shownSql(table), at)

/** The same two for the query builder. */
export const isPublishedAt = (table: string, at: string) => asExpression(publishedAt(table, at))
export const isShownAt = (table: string, at: string) => asExpression(shownAt(table, at))

function atMoment(text: string, at: string): Condition {
  const values = text
    .split('?')
    .slice(1)
    .map(() => at)
  return { sql: text, values }
}

function asExpression({ sql: text, values }: Condition): RawBuilder<boolean> {
  const [first = '', ...rest] = text.split('?')
  return rest.reduce<RawBuilder<boolean>>(
    (one, part, place) => sql`${one}${values[place]}${sql.raw(part)}`,
    sql.raw(first),
  )
}

/** The other tables whose records decide whether a table's records are visible. */
const neededBy = (table: string): string[] =>
  (needs.get(table) ?? []).flatMap(({ other }) => [other, ...neededBy(other)])

/** Whether owners see a record now. */
export async function isPublished(db: Db, table: string, id: string) {
  const { sql, values } = publishedAt(table, isoNow())
  return (await readQuery(db, `select id from ${table} where id = ? and ${sql}`, [id, ...values])).length > 0
}

/** A scope that leaves out a table's records that owners do not see at the moment given as its value. */
export const publishedOf = (table: string): ListColumn => ({
  ops: ['eq'],
  orderBy: [],
  reads: neededBy(table),
  where: (_op, at) => publishedAt(table, String(at)),
})

/** Whether records that are not deleted can be hidden from owners: by their dates, or by what they belong to. */
export const canBeHidden = (table: string) => dated.has(table) || table === 'years' || !!needs.get(table)?.length

/** Leaves out what is not published at a moment, because of what it belongs to or its dates. */
export const publishedScope = ({ scopes }: Pick<List<never, never>, 'scopes'>, at: string): Record<string, string> =>
  scopes?.['published'] ? { published: at } : {}

/**
 * The moments around now when records of these tables are published or taken down: the last one past, which determines
 * what owners see now, and the next; null if there is none. `stamp` is that of the tables.
 */
export async function periodOf(
  db: Db,
  tables: string[],
  stamp: string,
): Promise<{ since: string; until: string | null }> {
  const some = tables.filter((table) => dated.has(table))
  if (!some.length) return { since: BEFORE_ALL, until: null }
  const moments = await cached(
    db,
    { key: `moments of ${some.join()}`, stamp },
    async () => {
      const queries = some.flatMap((table) =>
        ['publish_at', 'unpublish_at'].map(
          (column) => `select ${column} as at from ${table} where ${column} is not null`,
        ),
      )
      const rows = await readQuery<{ at: string }>(db, `${queries.join(' union ')} order by at`, [])
      return rows.map(({ at }) => at)
    },
    (moments) => moments.length * BEFORE_ALL.length,
  )
  const now = isoNow()
  const next = moments.findIndex((moment) => moment > now)
  const passed = next < 0 ? moments.length : next
  return { since: moments[passed - 1] ?? BEFORE_ALL, until: moments[passed] ?? null }
}
const BEFORE_ALL = '0000-01-01T00:00:00.000Z'

type Loose = { record: { id: string } }

/** Whether one page of a list is requested, rather than all of it or the part after a cut. Throws 422 for both. */
export function asksPage({ page, per_page, after }: { [Name in 'page' | 'per_page' | 'after']?: unknown }) {
  const isPaged = page !== undefined || per_page !== undefined
  if (isPaged && after !== undefined) throw refused('after', 'Please send either page or after.', 'not_allowed')
  return isPaged
}

/** Records in id order; `next` is the last id if there are more. */
export type Part<Wire> = { data: Wire[]; next: string | null }

/** A part of the rows, from a query for one more than allowed. */
export function partOf<Row, Wire>(found: Row[], idOf: (row: Row) => string, toWire: (row: Row) => Wire): Part<Wire> {
  const part = found.slice(0, MOST_WITHOUT_PAGE)
  const last = part.at(-1)
  return { data: part.map(toWire), next: last !== undefined && found.length > part.length ? idOf(last) : null }
}

/**
 * The next published records of a list after an id, in id order, which no edit changes; only those in the scope, at a
 * moment.
 */
export async function partAfter<Row, Wire extends object>(
  db: Db,
  list: List<Row, Wire, RecordTable>,
  { after, at }: { after: string; at: string },
  scope: Scope,
) {
  const { table, select, toWire } = list
  let rows = (select(db) as unknown as SelectQueryBuilder<Loose, 'record', Row & { id: string }>)
    .where(sql<boolean>`${sql.ref(`${table}.id`)} > ${after}`)
    .where(isPublishedAt(table, at))
  for (const { condition } of readScope(list, scope))
    rows = rows.where(asExpression(condition(searchStrategy(db, 'walk'))))
  const found = await rows
    .orderBy(sql.ref(`${table}.id`))
    .limit(MOST_WITHOUT_PAGE + 1)
    .execute()
  return partOf(found, ({ id }) => id, toWire)
}
