import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { changes } from '#contract/changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { exports } from '#contract/exports.ts'
import { MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { TEST_SERVER } from '#server/testing/open-test-database.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp, tokenFor } from './inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())

/** Texts that mean something to a database, a search index or a parser, and that no record contains. */
const hostileTexts = [
  "' or '1'='1",
  "'; drop table years; --",
  '" or ""="',
  ') or 1=1 --',
  '1; select * from sessions',
  "' union select token_hash, 1, 2 from sessions --",
  '%',
  '%%%',
  '___',
  '\\',
  '\\%',
  '[a-z]',
  '*',
  'a*',
  '"a" OR "b"',
  '"unclosed',
  'NEAR(a b)',
  'name:a',
  '^a',
  'a AND NOT b',
  '{name}: a',
  '(((',
  '--',
  '/* */',
  '${7*7}{{7*7}}',
  'a\u0000%',
  '\ud800',
  '\udc00x',
  '\u{10FFFF}',
  'ﷺ'.repeat(80),
  'x'.repeat(251),
  'constructor',
  'hasOwnProperty',
]
const hostileValues: unknown[] = [
  null,
  true,
  [],
  ['a'],
  {},
  { op: 'eq' },
  { $ne: '' },
  -1,
  0,
  1.5,
  1e308,
  2 ** 63,
  Number.MAX_SAFE_INTEGER,
  '1e999',
  '0x10',
  '-1',
  '1.5',
  '9'.repeat(40),
  'NaN',
  'Infinity',
  '\u0000',
  '1 or 1=1',
]

type Page = { data: Record<string, unknown>[]; total: number }
const described = new Map<Endpoint, { names: string[]; required: string[] }>()
function describeInput(endpoint: Endpoint) {
  const known = described.get(endpoint)
  if (known) return known
  const { properties = {}, required = [] } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
  const description = { names: Object.keys(properties), required }
  described.set(endpoint, description)
  return description
}
const takes = (name: string, { owner = false }) =>
  everyCall.filter(
    ([, endpoint]) => (endpoint.owner ?? false) === owner && describeInput(endpoint).names.includes(name),
  )
// An export answers a file; what it filters and sorts by are the lists themselves.
const lists = takes('sort', {}).filter(([, { path }]) => !path.startsWith(exports.export.path))
const ownerLists = takes('page', { owner: true })

/** What the call needs in addition to the part that is tried. */
const required = (endpoint: Endpoint) =>
  Object.fromEntries(describeInput(endpoint).required.map((name) => [name, app.ids[name]]))

async function ask(endpoint: Endpoint, input: object, most = MOST_WITHOUT_PAGE) {
  const response = await app.send(endpoint, { ...required(endpoint), ...input }, { token: tokenFor(endpoint, app) })
  const about = `${JSON.stringify(input)} was answered with ${response.statusCode}: ${response.body.slice(0, 300)}`
  expect([200, 422], `${about}`).toContain(response.statusCode)
  if (response.statusCode !== 200) return null
  const page = response.json<Page>()
  expect(page.data.length, `${about}`).toBeLessThanOrEqual(most)
  return page
}

/** A filter that every row passes: without one this list folds what an owner does within an hour into one row. */
const everyRowOf = ({ path }: Endpoint) =>
  path === changes.list.path ? { filters: { message: { op: 'not_contains', value: 'nowhere' } } } : {}

/** The names of the fields that a list shows: those it may be sorted and filtered by are among them. */
async function shownFields(endpoint: Endpoint) {
  const page = await ask(endpoint, {})
  return Object.keys(page?.data[0] ?? { name: '' })
}

/** A field of each kind of column: all hostile values are tried there, and a few at every other field. */
const ONE_OF_EACH_KIND = [
  'admin/topics/list name',
  'admin/models/list rv_type',
  'admin/models/list seq_no',
  'common/checklist/list added_by',
  'admin/maintenance/list due_date',
  'admin/rvs/list serial_no',
  'admin/manuals_pages/list name',
  'admin/services/list type',
  'admin/users/list status',
  'admin/notifications/list recipients',
]
/** The operators that find what a text is or has, and those that find what it is not. */
const SEEKING = ['contains', 'equals', 'starts_with', 'ends_with', 'in']
const AVOIDING = ['not_contains', 'not_equals']
const fewTexts = ["' or '1'='1", '%', '\\', '"unclosed', 'a\u0000%', '\ud800']
const everything = [...hostileValues, ...hostileTexts]
const few = [null, { $ne: '' }, ['a'], -1, 1e308, '1e999', '\u0000', '1 or 1=1', '%', 'constructor']

const isTriedInFull = ({ path }: Endpoint, field: string) => ONE_OF_EACH_KIND.includes(`${path} ${field}`)

/** Every value in every form for a field that is tried in full; for other fields in one form, which varies. */
function combinations<Value, Form>(values: Value[], forms: Form[], inFull: boolean, at: number) {
  return values.flatMap((value, place) =>
    (inFull ? forms : forms.slice((at + place) % forms.length).slice(0, 1)).map((form) => [value, form] as const),
  )
}

/** Where a value may stand in a filter. */
const PLACES_OF_VALUES = [
  ...['eq', 'between', 'in', 'is_empty'].map((op) => (value: unknown) => ({ op, value, value_to: value })),
  (value: unknown) => ({ op: value, value: 'a' }),
  (value: unknown) => value,
]

/** How many of those fields the lists really show. */
async function countTriedInFull() {
  let count = 0
  for (const [, endpoint] of lists) {
    for (const field of await shownFields(endpoint)) if (isTriedInFull(endpoint, field)) count++
  }
  return count
}

/** Which of the operators that distinguish kinds of columns a field accepts; none if it cannot be filtered. */
async function operatorsOf(endpoint: Endpoint, field: string) {
  const offered = []
  for (const op of ['contains', 'gt', 'eq']) {
    const response = await app.send(
      endpoint,
      { ...required(endpoint), filters: { [field]: { op, value: 'a' } } },
      { token: tokenFor(endpoint, app) },
    )
    if (!/cannot be filtered/.test(response.json().message)) offered.push(op)
  }
  return offered
}

describe('every list of the back-office', () => {
  it.each(lists)(
    '%s finds nothing by texts that mean something to a database, whatever the field',
    async (_address, endpoint) => {
      const all = (await ask(endpoint, { page: 1, ...everyRowOf(endpoint) }))?.total
      for (const [at, field] of (await shownFields(endpoint)).entries()) {
        // One that cannot be filtered is refused before its value is looked at.
        if (!(await ask(endpoint, { filters: { [field]: { value: 'a' } } }))) continue
        const inFull = isTriedInFull(endpoint, field)
        const texts = inFull ? hostileTexts : fewTexts
        for (const [text, op] of combinations(texts, [...SEEKING, ...AVOIDING], inFull, at)) {
          const value = op === 'in' ? [text, 'a'] : text
          const total = (await ask(endpoint, { page: 1, filters: { [field]: { op, value } } }))?.total
          const sound = AVOIDING.includes(op) ? all : 0
          expect(total ?? sound, `${field} ${op} ${text}`).toBe(sound)
        }
      }
    },
  )

  it.each(lists)('%s refuses or ignores values of the wrong kind in filters', async (_address, endpoint) => {
    for (const [at, field] of (await shownFields(endpoint)).entries()) {
      const inFull = isTriedInFull(endpoint, field)
      for (const [value, filterOf] of combinations(inFull ? everything : few, PLACES_OF_VALUES, inFull, at)) {
        await ask(endpoint, { filters: { [field]: filterOf(value) } })
      }
    }
    expect(await ask(endpoint, {})).not.toBeNull()
  })

  it('has each kind of column, by its operators, among those that are tried in full', async () => {
    const kindOf = async (endpoint: Endpoint, field: string) => (await operatorsOf(endpoint, field)).join()
    const tried = new Set<string>()
    const there = new Map<string, string>()
    for (const [, endpoint] of lists) {
      for (const field of await shownFields(endpoint)) {
        const kind = await kindOf(endpoint, field)
        if (isTriedInFull(endpoint, field)) tried.add(kind)
        if (kind) there.set(kind, `${endpoint.path} ${field}`)
      }
    }
    expect(ONE_OF_EACH_KIND).toHaveLength(await countTriedInFull())
    expect([...there].filter(([kind]) => !tried.has(kind))).toEqual([])
  })
})

// These are refused before any query, so one database is enough.
describe.runIf(!TEST_SERVER)('every list of the back-office', () => {
  it.each(lists)('%s sorts and filters by nothing but its own fields', async (_address, endpoint) => {
    const inside = ['password_hash', 'name_key', 'token_hash', 'seq', 'id', 'rowid', 'added_by_id', '1', 'toString']
    for (const field of [...hostileTexts, ...inside, 'name desc, (select 1)', 'years.name']) {
      expect(await ask(endpoint, { sort: [{ field, order: 'asc' }] }), `sorted by ${field}`).toBeNull()
      expect(await ask(endpoint, { filters: { [field]: { value: 'a' } } }), `filtered by ${field}`).toBeNull()
    }
    for (const order of ['asc; drop table years', 'ASC', '', 1, null]) {
      expect(await ask(endpoint, { sort: [{ field: 'name', order }] })).toBeNull()
    }
    expect(await ask(endpoint, { sort: Array(50).fill({ field: 'created_at', order: 'asc' }) })).toBeNull()
  })

  it.each(lists)(
    '%s gives no more than a page, whatever is asked as page and page size',
    async (_address, endpoint) => {
      // All lists read these by one schema.
      for (const value of endpoint === lists[0]?.[1] ? everything : few) {
        await ask(endpoint, { page: value, per_page: 100 }, 100)
        await ask(endpoint, { page: 1, per_page: value }, 100)
        await ask(endpoint, { is_deleted: value })
        await ask(endpoint, { sort: value })
        await ask(endpoint, { filters: value })
      }
      expect(await ask(endpoint, { page: 1, per_page: 101 })).toBeNull()
      expect((await ask(endpoint, { page: 999_999_999_999_999, per_page: 100 }))?.data).toEqual([])
    },
  )
})

describe.runIf(!TEST_SERVER)("every list of the owners' app", () => {
  it.each(ownerLists)('%s answers hostile parameters with a page or a refusal', async (address, endpoint) => {
    const names = [...describeInput(endpoint).names, 'sort', 'filters', 'is_deleted', '__proto__']
    for (const name of names) {
      for (const value of (endpoint === ownerLists[0]?.[1] ? everything : few).map(String))
        await ask(endpoint, { [name]: value })
    }
    const headers = { 'x-api-key': app.deps.apiKey, token: tokenFor(endpoint, app) ?? '' }
    for (const query of [
      'page=1&page=2',
      'page[]=1',
      'page[a]=1',
      'page=%00',
      'page=%ff',
      'page=%',
      '?&&=&',
      'per_page=1%20or%201',
    ]) {
      const { statusCode } = await app.app.inject({ url: `${address}?${query}`, headers })
      expect([200, 400, 422], `${query}`).toContain(statusCode)
    }
  })
})

describe('after all these attempts', () => {
  it('every table and record is still there', async () => {
    for (const [, endpoint] of lists) expect(await ask(endpoint, {})).not.toBeNull()
  })
})
