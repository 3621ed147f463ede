import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
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

/** The columns of tables whose records owners see only while those that they name are active. */
const needs: Record<string, readonly [column: string, table: string][]> = {
  models: [
    ['cat_id', 'rv_types'],
    ['year_id', 'years'],
  ],
  manuals: [
    ['cat_id', 'rv_types'],
    ['year_id', 'years'],
  ],
  manual_pages: [['manual_id', 'manuals']],
}

/** Tables whose records are published and taken down at a time. */
const dated = ['app_images', 'cms_pages', 'manual_pages'] as const
const isDated = (table: string) => dated.some((one) => one === table)

/**
 * SQL for what in a record itself keeps it from owners at a moment, as `hiddenStates` names it; '' where nothing does.
 * Whether what it needs is seen is another question.
 */
export function hiddenWhyAt(table: string, at: string): Condition {
  const dates = isDated(table)
    ? ` when ${table}.publish_at > ? then 'not_yet' when ${table}.unpublish_at <= ? then 'taken_down'`
    : ''
  return atMoment(`case when ${table}.is_deleted = 1 then 'deleted'${dates} else '' end`, at)
}

/**
 * The condition on the active records of a dated table that their dates hide at a moment. The plus keeps SQLite from the
 * index whose value nearly all rows share.
 */
export const hiddenByDateAt = (table: (typeof dated)[number], at: string) =>
  atMoment(`+${table}.is_deleted = 0 and (${table}.publish_at > ? or ${table}.unpublish_at <= ?)`, at)

/** SQL for the records of a table that are to be seen by owners at the moment of each `?`, whatever they belong to. */
const shownSql = (table: string): string =>
  [
    `${table}.is_deleted = 0`,
    ...(isDated(table)
      ? [
          `(${table}.publish_at is null or ${table}.publish_at <= ?)`,
          `(${table}.unpublish_at is null or ${table}.unpublish_at > ?)`,
        ]
      : []),
    // With its year, everything below it is hidden.
    ...(table === 'years' ? ['years.rollover_id is null'] : []),
  ].join(' and ')

/** SQL for the records of a table of which, and of what they are below, this is so. */
const withAbove = (table: string, isSo: (table: string) => string): string =>
  [
    isSo(table),
    ...(needs[table] ?? []).map(
      ([column, other]) => `${table}.${column} in (select ${other}.id from ${other} where ${withAbove(other, isSo)})`,
    ),
  ].join(' and ')

/** SQL for the records of a table that owners see at the moment of each `?`: those below shown ones only. */
const publishedSql = (table: string) => withAbove(table, shownSql)
/** SQL for those that are not deleted, nor below something that is. */
export const activeBelowActive = (table: string) => withAbove(table, (table) => `${table}.is_deleted = 0`)

/** The condition on the records of a table that owners see at a moment (ISO 8601). */
export const publishedAt = (table: string, at: string) => atMoment(publishedSql(table), at)
/** The condition on those that are to be seen, whatever they belong to. */
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

/** The other tables whose records decide whether those of a table are seen. */
const neededBy = (table: string): string[] => (needs[table] ?? []).flatMap(([, other]) => [other, ...neededBy(other)])

/** Whether owners see a record now. */
export async function isPublished(db: Db, table: string, id: string) {
  const { sql, values } = publishedAt(table, isoNow())
  return (await readQuery(db, `select id from ${table} where id = ? and ${sql}`, [id, ...values])).length > 0
}

/** A scope that leaves the records of a table out which owners do not see at the moment that is its value. */
export const publishedOf = (table: string): ListColumn => ({
  ops: ['eq'],
  orderBy: [],
  reads: neededBy(table),
  where: (_op, at) => publishedAt(table, String(at)),
})

/** Leaves out what is not published at a moment: because of what it belongs to, or of its dates. */
export const publishedScope = ({ scopes }: Pick<List<never, never>, 'scopes'>, at: string): Record<string, string> =>
  scopes?.['published'] ? { published: at } : {}

/**
 * The moments around now at which records of these tables are published or taken down: the last one that has passed, as
 * of which owners see what they see now, and the next one; null where there is none. `stamp` is that of the tables.
 */
export async function periodOf(
  db: Db,
  tables: string[],
  stamp: string,
): Promise<{ since: string; until: string | null }> {
  const some = tables.filter(isDated)
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

/** Whether a page of a list is asked for, and not all of it, or what follows where it was cut. Throws 422 for both. */
export function asksPage({ page, per_page, after }: { [Name in 'page' | 'per_page' | 'after']?: unknown }) {
  const isPaged = page !== undefined || per_page !== undefined
  if (isPaged && after !== undefined) throw refused('after', 'Please send either page or after.', 'not_allowed')
  return isPaged
}

/** Records in the order of their ids; `next` is the last id where there are more. */
export type Part<Wire> = { data: Wire[]; next: string | null }

/** A part of the rows, of which one more was asked for than there may be. */
export function partOf<Row, Wire>(found: Row[], idOf: (row: Row) => string, toWire: (row: Row) => Wire): Part<Wire> {
  const part = found.slice(0, MOST_WITHOUT_PAGE)
  const last = part.at(-1)
  return { data: part.map(toWire), next: last !== undefined && found.length > part.length ? idOf(last) : null }
}

/**
 * The next published records of a list after an id, in the order of ids, which no edit changes; of those that are in the
 * scope, at a moment.
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
