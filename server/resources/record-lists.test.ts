import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RecordType, recordTypes } from '#contract/kinds.ts'
import { textOps } from '#contract/records.ts'
import { isPostgres } from '../db/engines/is-postgres.ts'
import type { List } from '../db/lists/list-page.ts'
import type { Db } from '../db/schema.ts'
import { namedColumns } from '../db/search/name-words.ts'
import { recordTables } from '../records/record-tables.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { servedKinds } from './kinds.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

const run = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows
const columnsIn = async (name: string) =>
  (await run<{ name: string }>(`select name from pragma_table_info('${name}')`)).map(({ name }) => name)

/** The indexes of a table, each with its columns. */
async function indexesOf(table: string) {
  const names = await run<{ name: string }>(`select name from pragma_index_list('${table}')`)
  return Promise.all(
    names.map(async ({ name }) => {
      const columns = await run<{ name: string }>(`select name from pragma_index_info('${name}') order by seqno`)
      return { name, columns: columns.map((column) => column.name) }
    }),
  )
}

/** The fields of a list that are columns of its own table, with the column they sort by. */
const ownColumns = (type: RecordType) =>
  Object.entries(servedKinds[type].list.columns).flatMap(
    ([
      field,
      {
        ops,
        orderBy: [first = ''],
      },
    ]) => {
      const [table, column = ''] = first.split('.')
      return table === type ? [{ field, column, isText: ops === textOps }] : []
    },
  )

/** There are too few administrators for an index. */
const isIndexed = (type: RecordType) => type !== 'admins' && !isPostgres(db)

/** Never a column of a list. */
const UNLISTED = ['hidden', 'secret', 'picture', 'file', 'rich_text']

/** Fields that lists neither sort nor filter by. */
const exceptions: Partial<Record<RecordType, string[]>> = {
  // The list shows how an owner signs in; whether the address is confirmed only matters for signing in, and where an
  // owner lives is in the history.
  users: [
    'type',
    'email_confirmed',
    'state',
    'zip',
    // An owner's page shows what they have agreed to.
    'news',
    'reminders',
    'text_version',
    'preferences_app',
    'terms_version',
    'language',
  ],
  // The app finds its pages by these.
  cms_pages: ['code'],
  // Owners and administrators look for a dealer by name, city and state, and on the map.
  dealers: ['address', 'area', 'country', 'zip', 'hour_sales', 'hour_service', 'hour_parts'],
  // Only the message itself shows its text, its purpose, and whom it leaves out.
  notifications: ['description', 'title_fr', 'description_fr', 'purpose', 'no_consent'],
  // Only the campaign itself shows its texts and their audience.
  campaigns: [
    'regulator_number',
    'regulators',
    'defect',
    'risk',
    'remedy',
    'title_fr',
    'defect_fr',
    'risk_fr',
    'remedy_fr',
    'phone',
  ],
  // The registered owner is on the letter.
  campaign_units: ['note', 'owner_name', 'address', 'city', 'state', 'zip', 'country'],
  // The list says whether there is a second factor at all.
  admins: ['passkeys'],
}

/** Numeric titles are not misspelt. */
const ofNumbers: Partial<Record<RecordType, string[]>> = { years: ['name_key'] }

describe.each(recordTypes)('the list of %s', (type) => {
  it('sorts and filters by every column of the description', () => {
    const described = Object.entries(recordTables[type].columns).filter(([, { type }]) => !UNLISTED.includes(type))
    const fields = described.map(([name, { wire = name, shownAs = wire }]) => shownAs)
    expect(fields.filter((field) => !(field in servedKinds[type].list.columns))).toEqual(exceptions[type] ?? [])
  })

  it('names every kind of record that it reads', () => {
    const { select, reads = [] } = servedKinds[type].list as List<unknown, object>
    // Records show an owner as the last editor only if owners change them.
    const text = select(db).compile().sql
    const read = [...text.matchAll(/\b(?:from|join) "?(\w+)\b(?! as app_user)/g)].map(([, table = '']) => table)
    const others = read.filter((table) => table !== type && (recordTypes as string[]).includes(table))
    expect(reads).toEqual(expect.arrayContaining(others))
  })

  it('has an index for every text that is searched and every column that is sorted', async () => {
    if (!isIndexed(type)) return
    const searched = await columnsIn(`${type}_search`)
    const sorted = (await indexesOf(type)).map(({ columns: [first] }) => first)
    const missing = ownColumns(type).flatMap(({ field, column, isText }) => [
      // These are searched for as a whole, an RV also by the last six of its VIN; for other parts all rows are
      // compared.
      ...(isText && field !== 'external_id' && field !== 'full_vin' && !searched.includes(column)
        ? [`${field}: search index`]
        : []),
      ...(sorted.includes(column) ? [] : [`${field}: sort index`]),
    ])
    expect(missing).toEqual([])
  })

  it('keeps the words of its titles, so that a misspelt one is found', async () => {
    const { columns, title } = recordTables[type]
    const titles = title.filter((column) => columns[column]?.hasKey).map((column) => `${column}_key`)
    const kept = (await namedColumns(db)).find(({ table }) => table === type)?.columns ?? []
    expect(titles.filter((column) => !kept.includes(column))).toEqual(ofNumbers[type] ?? [])
    const added = isPostgres(db)
      ? `select tgname as name from pg_trigger where tgname = '${type}_name_words_insert'`
      : `select name from sqlite_master where name = '${type}_name_words_insert'`
    expect(await run(added)).toHaveLength(kept.length ? 1 : 0)
  })

  it('knows which of its columns can be null', async () => {
    if (isPostgres(db)) return
    const facts = await run<{ name: string; filled: number }>(
      `select name, "notnull" as filled from pragma_table_info('${type}')`,
    )
    const nullable = facts.filter(({ filled }) => !filled).map(({ name }) => name)
    const listed = ownColumns(type).filter(({ column }) => nullable.includes(column))
    expect(listed.filter(({ field }) => !servedKinds[type].list.columns[field]?.nullable)).toEqual([])
  })

  it('comes by the sequence of the parents, then by its own, where that lies within a parent', () => {
    const { sequence, columns } = recordTables[type]
    const parent = sequence?.within && columns[sequence.within]?.refersTo
    if (!parent) return
    expect(servedKinds[type].list.order).toEqual(
      [parent, parent, parent, type, type, type].map((table) => expect.stringContaining(`${table}.`)),
    )
    expect([servedKinds[type].list.order[0], servedKinds[type].list.order[3]]).toEqual([
      `${parent}.seq_no`,
      `${type}.seq_no`,
    ])
  })

  it('walks an index in its default order', async () => {
    if (!isIndexed(type)) return
    const { order, orderJoin } = servedKinds[type].list
    const own = order.filter((term) => !orderJoin || term.startsWith(`${type}.`))
    const query = `explain query plan select id from ${type} order by ${own.join(', ')} limit 10`
    const plan = (await run<{ detail: string }>(query)).map(({ detail }) => detail).join('; ')
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it('is of a table with the references, the unique names and the sequence of the description', async () => {
    if (isPostgres(db)) return
    const { columns, unique, sequence } = recordTables[type]
    const keys = await run<{ table: string; from: string }>(`select * from pragma_foreign_key_list('${type}')`)
    const described = Object.entries(columns).flatMap(([from, { refersTo }]) => (refersTo ? [{ from, refersTo }] : []))
    const shown = keys.filter(({ from }) => columns[from]?.type !== 'hidden')
    const referring = shown.map(({ from, table }) => ({ from, refersTo: table }))
    expect(described.toSorted(byColumn)).toEqual(referring.toSorted(byColumn))
    const twins = (await indexesOf(type)).find(({ name }) => name === `${type}_twins`)
    const named = unique?.columns.map((column) => (columns[column]?.hasKey ? `${column}_key` : column))
    expect(twins?.columns.toSorted()).toEqual(named?.toSorted())
    expect(sequence !== undefined).toBe('seq_no' in columns)
  })
})

const byColumn = (one: { from: string }, other: { from: string }) => one.from.localeCompare(other.from)
