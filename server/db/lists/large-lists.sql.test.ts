import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listInput, numberOps } from '#contract/records.ts'
import { maintenanceItemRecords } from '../../resources/maintenance-items/maintenance-items.service.ts'
import { modelRecords } from '../../resources/models/models.service.ts'
import { rvRecords } from '../../resources/rvs/rvs.service.ts'
import { userRecords } from '../../resources/users/users.service.ts'
import { openTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import { generatorFrom } from '../../testing/seed.ts'
import { insertMany } from '../engines/insert-many.ts'
import { openDatabase } from '../engines/open.ts'
import { migrate } from '../migrate.ts'
import type { Db } from '../schema.ts'
import { foldText, lettersOf, textKey } from '../search/text-key.ts'

/**
 * Lists of more than 5,000 and of more than 20,000 records, which use other queries than small ones, against a plain
 * reference: all rows in memory, filtered, sorted and cut by hand.
 */
const MEDIUM = 6_500
const LARGE = 24_000
const LISTS_TRIED = 60

// The same records whatever the run's seed: that only chooses what is asked for.
const random = generatorFrom(1)
const oneOf = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value

const WORDS = [
  'Cedar',
  'cedar hollow',
  'Ärger',
  'Straße',
  'STRASSE',
  'Ωmega',
  'CO₂ tank',
  '100%',
  '_Rad_',
  "O'Brien",
  '"quoted"',
  'back\\slash',
  '日本',
  '🚐 van',
  'ab',
  'Z',
]
const aText = () => (random() < 0.3 ? oneOf(WORDS) : `${oneOf(WORDS)} ${oneOf(WORDS)} ${Math.floor(random() * 40)}`)
const anId = (kind: string, number: number) => `${kind}-${String(number).padStart(6, '0')}`
const aMoment = () => new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 5000) * 60_000).toISOString()
const aDay = () => `2026-${oneOf(['01', '06', '12'])}-${oneOf(['01', '15', '28'])}`
const recordOf = (kind: string, number: number) => ({
  id: anId(kind, number),
  is_deleted: random() < 0.1 ? 1 : 0,
  version: 1,
  created_at: aMoment(),
  updated_at: aMoment(),
})
const times = <Row>(count: number, make: (number: number) => Row) => Array.from({ length: count }, (_, at) => make(at))
const named = (kind: string, count: number) =>
  times(count, (number) => {
    const name = `${oneOf(WORDS)} ${number}`
    return { ...recordOf(kind, number), name, name_key: textKey(name) }
  })
const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

const admins = times(3, (number) => {
  const { id, created_at, updated_at } = recordOf('admin', number)
  const name = `${oneOf(WORDS)} admin`
  return {
    id,
    created_at,
    updated_at,
    name,
    name_key: textKey(name),
    email: `${number}@example.com`,
    password_hash: '',
    avatar_file: null,
  }
})
const types = named('type', 12).map((row) => ({ ...row, seq_no: 1 }))
const years = named('year', 9)
const models = times(MEDIUM, (number) => {
  // Unique within type and year.
  const [name, description] = [`${aText()} ${number}`, aText()]
  return {
    ...recordOf('model', number),
    name,
    name_key: textKey(name),
    cat_id: oneOf(types).id,
    year_id: oneOf(years).id,
    seq_no: Math.floor(random() * 50),
    description,
    description_key: textKey(description),
  }
})
const users = times(LARGE, (number) => {
  const name = aText()
  const email = `${oneOf(['Ann', 'bob', 'CARL'])}.${number}@example.com`
  return {
    ...recordOf('user', number),
    name,
    name_key: textKey(name),
    email,
    email_key: textKey(email),
    type: 'SIMPLE' as const,
    social_id: null,
    status: random() < 0.8 ? 1 : 0,
    password_hash: null,
    must_change_password: 0,
  }
})
const rvs = times(LARGE, (number) => ({
  ...recordOf('rv', number),
  user_id: random() < 0.05 ? null : oneOf(users).id,
  cat_id: oneOf(types).id,
  model_id: oneOf(models).id,
  year_id: oneOf(years).id,
  serial_no: random() < 0.2 ? null : String(100_000 + Math.floor(random() * 2000)),
  vin: String(100_000 + Math.floor(random() * 900_000)),
}))
const items = times(MEDIUM, (number) => {
  const [reminder_name, item_name, note] = [aText(), aText(), aText()]
  const by =
    random() < 0.5 ? { kind: 'admin' as const, id: oneOf(admins).id } : { kind: 'user' as const, id: oneOf(users).id }
  return {
    ...recordOf('item', number),
    reminder_name,
    reminder_name_key: textKey(reminder_name),
    item_name,
    item_name_key: textKey(item_name),
    due_date: aDay(),
    note,
    note_key: textKey(note),
    added_by_kind: by.kind,
    added_by_id: by.id,
  }
})

const [typeOf, yearOf, modelOf, userOf, adminOf] = [types, years, models, users, admins].map((rows) =>
  byId<{ id: string; name_key: string }>(rows),
) as [NameById, NameById, NameById, NameById, NameById]
type NameById = Map<string, { id: string; name_key: string }>
const emailOf = new Map(users.map(({ id, email_key }) => [id, email_key]))
const nameIn = (rows: NameById, id: string) => rows.get(id)?.name_key ?? ''

/** Those whose addition was undone. */
const undone = new Set(
  [...models, ...users, ...rvs, ...items].filter(({ is_deleted }) => is_deleted && random() < 0.4).map(({ id }) => id),
)

type Plain = { id: string; is_deleted: number; created_at: string; updated_at: string }
type Kind = 'text' | 'number' | 'sequence' | 'date' | 'time' | 'choice'
/** A field of a list: the value compared in a row, and what orders rows with equal values. */
type Field<Row> = { kind: Kind; of: (row: Row) => string | number | null; tie?: (row: Row) => string | null }
type Wish = {
  filters?: Record<string, { op?: string; value?: string | string[]; value_to?: string }>
  is_deleted?: string
} & {
  page?: number
  per_page?: number
  sort?: { field: string; order: 'asc' | 'desc' }[]
}
type Page = { data: { _id: string; srno: number }[]; total: number; current_page: number }

const textOf = <Row>(of: (row: Row) => string | null, tie?: (row: Row) => string | null): Field<Row> => ({
  kind: 'text',
  of,
  ...(tie && { tie }),
})

// Databases compare texts by bytes.
const bytesOf = new Map<string, string>()
function asBytes(value: string | number | null) {
  if (typeof value !== 'string') return value
  const known = bytesOf.get(value) ?? Buffer.from(value).toString('latin1')
  bytesOf.set(value, known)
  return known
}
const compare = (one: string | number | null, other: string | number | null) =>
  compareBytes(asBytes(one), asBytes(other))

function compareBytes(one: string | number | null, other: string | number | null) {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? -1 : 1
  return one < other ? -1 : 1
}

function matchesText(key: string | null, op: string | undefined, wanted: string): boolean {
  const value = key === null ? null : lettersOf(key)
  if (op === 'is_empty') return !value
  if (op === 'not_empty') return Boolean(value)
  if (op === 'not_contains') return !matchesText(key, 'contains', wanted)
  if (op === 'not_equals') return !matchesText(key, 'equals', wanted)
  if (value === null) return false
  if (op === 'equals') return value === foldText(wanted).trim()
  if (op === 'starts_with') return `${value} `.startsWith(foldText(wanted).trimStart())
  if (op === 'ends_with') return ` ${value}`.endsWith(foldText(wanted).trimEnd())
  return ` ${value} `.includes(foldText(wanted))
}

function matches(kind: Kind, given: string | number | null, { op, value: sent = '', value_to }: Filter) {
  if (kind === 'choice') return [sent].flat().includes(String(given))
  const wanted = String(sent)
  if (kind === 'text') return matchesText(given === null ? null : String(given), op, wanted)
  if (given === null) return false
  if (op === 'contains') return String(given).includes(wanted)
  // A time is compared with a day by its date.
  const value = kind === 'time' && wanted.length === 10 ? String(given).slice(0, 10) : given
  const [at, to] =
    kind === 'number' || kind === 'sequence' ? [Number(wanted), Number(value_to)] : [wanted, value_to ?? '']
  const from = compare(value, at)
  const upTo = compare(value, to)
  const holds: Record<string, boolean> = {
    eq: from === 0,
    ne: from !== 0,
    lt: from < 0,
    lte: from <= 0,
    gt: from > 0,
    gte: from >= 0,
    between: from > 0 && upTo < 0,
    between_inclusive: from >= 0 && upTo <= 0,
  }
  return holds[op ?? 'eq']
}
type Filter = NonNullable<Wish['filters']>[string]

/** The page described by the wish, found in the simplest way. */
function reference<Row extends Plain>(rows: Row[], fields: Record<string, Field<Row>>, order: Order<Row>, wish: Wish) {
  const { filters = {}, is_deleted, sort = [], page = 1 } = wish
  // A list of users filtered by status has only that status.
  const hasState = 'status' in filters
  const found = rows.filter(
    (row) =>
      (is_deleted === undefined ? hasState || !undone.has(row.id) : row.is_deleted === Number(is_deleted === 'true')) &&
      Object.entries(filters).every(([name, filter]) => {
        const field = fields[name] as Field<Row>
        return matches(field.kind, field.of(row), filter)
      }),
  )
  const terms: Order<Row> = sort.flatMap(({ field: name, order }) => {
    const { of, tie } = fields[name] as Field<Row>
    return [{ of, order }, ...(tie ? [{ of: tie, order }] : [])]
  })
  const last = { of: (row: Row) => row.id, order: sort.at(-1)?.order ?? ('asc' as const) }
  const all = sort.length ? [...terms, last] : order
  // Each row's sort keys are looked up once, not for each comparison.
  const keyed = found.map((row) => ({ row, keys: all.map(({ of }) => asBytes(of(row))) }))
  const signs = all.map(({ order }) => (order === 'asc' ? 1 : -1))
  const sorted = keyed.sort((one, other) => {
    for (const [at, sign] of signs.entries()) {
      const less = compareBytes(one.keys[at] ?? null, other.keys[at] ?? null)
      if (less) return less * sign
    }
    return 0
  })
  const isPaged = wish.page !== undefined || wish.per_page !== undefined
  const size = isPaged ? (wish.per_page ?? 10) : 1000
  return {
    total: found.length,
    current_page: page,
    ids: sorted.slice((page - 1) * size, page * size).map(({ row }) => row.id),
    firstRow: (page - 1) * size + 1,
  }
}
type Order<Row> = { of: (row: Row) => string | number | null; order: 'asc' | 'desc' }[]

const newestFirst = [
  { of: (row: Plain) => row.created_at, order: 'desc' as const },
  { of: (row: Plain) => row.id, order: 'desc' as const },
]
const inSequence: Order<(typeof models)[number]> = [
  { of: (row) => nameIn(typeOf, row.cat_id), order: 'asc' },
  { of: (row) => nameIn(yearOf, row.year_id), order: 'desc' },
  { of: (row) => row.seq_no, order: 'asc' },
  { of: (row) => row.created_at, order: 'desc' },
  { of: (row) => row.id, order: 'asc' },
]
const addedBy = ({ added_by_id }: (typeof items)[number]) => nameIn(adminOf, added_by_id) || nameIn(userOf, added_by_id)
const timeFields: Record<string, Field<Plain>> = {
  created_at: { kind: 'time', of: (row) => row.created_at },
  updated_at: { kind: 'time', of: (row) => row.updated_at },
}
const isDeleted = { kind: 'choice' as const, of: (row: Plain) => row.is_deleted }

const itemFields: Record<string, Field<(typeof items)[number]>> = {
  reminder_name: textOf((row) => row.reminder_name_key),
  item_name: textOf((row) => row.item_name_key),
  note: textOf((row) => row.note_key),
  added_by: textOf(addedBy, (row) => row.added_by_id),
  due_date: { kind: 'date', of: (row) => row.due_date },
  ...timeFields,
}
const modelFields: Record<string, Field<(typeof models)[number]>> = {
  name: textOf((row) => row.name_key),
  description: textOf((row) => row.description_key),
  rv_type: textOf(
    (row) => nameIn(typeOf, row.cat_id),
    (row) => row.cat_id,
  ),
  year_name: textOf(
    (row) => nameIn(yearOf, row.year_id),
    (row) => row.year_id,
  ),
  seq_no: { kind: 'sequence', of: (row) => row.seq_no },
  cat_id: { kind: 'choice', of: (row) => row.cat_id },
  ...timeFields,
}
const userFields: Record<string, Field<(typeof users)[number]>> = {
  name: textOf((row) => row.name_key),
  email: textOf((row) => row.email_key),
  status: { kind: 'choice', of: (row) => (row.status ? 'true' : 'false') },
  ...timeFields,
}
const rvFields: Record<string, Field<(typeof rvs)[number]>> = {
  ...timeFields,
  serial_no: textOf((row) => row.serial_no),
  vin: textOf((row) => row.vin),
  rv_type: textOf(
    (row) => nameIn(typeOf, row.cat_id),
    (row) => row.cat_id,
  ),
  year_name: textOf(
    (row) => nameIn(yearOf, row.year_id),
    (row) => row.year_id,
  ),
  model_name: textOf(
    (row) => nameIn(modelOf, row.model_id),
    (row) => row.model_id,
  ),
  added_by: textOf(
    (row) => (row.user_id === null ? null : nameIn(userOf, row.user_id)),
    (row) => row.user_id,
  ),
  user_email: textOf(
    (row) => (row.user_id === null ? null : (emailOf.get(row.user_id) ?? '')),
    (row) => row.user_id,
  ),
}

let db: Db
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-lists-'))
  // In a file, because only then are long queries handed to reader threads.
  db = TEST_SERVER ? await openTestDatabase() : openDatabase(join(folder, 'large.db'))
  if (!TEST_SERVER) await migrate(db)
  await insertMany(db, 'admins', admins)
  await insertMany(db, 'rv_types', types)
  await insertMany(db, 'years', years)
  await insertMany(db, 'models', models)
  await insertMany(db, 'users', users)
  await insertMany(db, 'rvs', rvs)
  await insertMany(db, 'maintenance_items', items)
  const tables = { models, users, rvs, maintenance_items: items }
  for (const [table, rows] of Object.entries(tables)) {
    const marks = rows.filter(({ id }) => undone.has(id)).map(({ id }) => ({ record_id: id, table_name: table }))
    await insertMany(db, 'undone_adds', marks as { record_id: string; table_name: 'rvs' }[])
  }
  // A running server does this itself within a minute; the tests' servers never do.
  if (TEST_SERVER) await sql`analyze`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await rm(folder, { recursive: true })
})

/** The page a list returns and the reference's, for comparison. */
async function bothPages<Row extends Plain>(
  list: (db: Db, input: never) => Promise<Page>,
  rows: Row[],
  fields: Record<string, Field<Row>>,
  order: Order<Row>,
  wish: Wish,
) {
  const page = await list(db, listInput.parse(wish) as never)
  const expected = reference(rows, { ...fields, is_deleted: isDeleted }, order, wish)
  return {
    given: { ...page, data: page.data.map(({ _id, srno }) => [_id, srno]) },
    expected: {
      data: expected.ids.map((id, at) => [id, expected.firstRow + at]),
      total: expected.total,
      current_page: expected.current_page,
    },
  }
}

/** What may be asked of a list: filters on its fields by their operators, any sort, any page. */
function wishes<Row extends Plain>(rows: Row[], fields: Record<string, Field<Row>>): fc.Arbitrary<Wish> {
  const row = fc.nat(rows.length - 1).map((at) => rows[at] as Row)
  const filterOf = ({ kind, of }: Field<Row>): fc.Arbitrary<Filter> => {
    const value = row.map((row) => (kind === 'text' ? lettersOf(String(of(row) ?? '0')) : String(of(row) ?? '0')))
    if (kind === 'text') {
      const part = fc.tuple(value, fc.nat(6), fc.integer({ min: 1, max: 8 })).map(
        ([text, from, length]) =>
          Array.from(text)
            .slice(from, from + length)
            .join('') || text,
      )
      const start = value.map((text) => Array.from(text).slice(0, 3).join(''))
      const end = value.map((text) => Array.from(text).slice(-3).join(''))
      return fc.oneof(
        part.map((value) => ({ op: 'contains', value })),
        start.map((value) => ({ op: 'starts_with', value })),
        start.map((value) => ({ op: 'not_contains', value })),
        end.map((value) => ({ op: 'ends_with', value })),
        value.map((value) => ({ op: 'equals', value })),
        value.map((value) => ({ op: 'not_equals', value })),
        fc.constantFrom({ op: 'is_empty' }, { op: 'not_empty' }),
        fc.constant({ op: 'contains', value: 'nobody has this' }),
      )
    }
    if (kind === 'choice') {
      const several = fc.array(value, { minLength: 1, maxLength: 3 })
      return fc.oneof(
        value.map((value) => ({ op: 'eq', value })),
        several.map((value) => ({ op: 'in', value })),
      )
    }
    if (kind === 'time') {
      const moment = fc.tuple(value, fc.boolean()).map(([time, whole]) => (whole ? time : time.slice(0, 10)))
      // Both ends of the same type: days or times.
      return fc
        .tuple(fc.constantFrom(...numberOps), moment, value)
        .map(([op, value, to]) => ({ op, value, value_to: to.slice(0, value.length) }))
    }
    return fc
      .tuple(fc.constantFrom(...numberOps, ...(kind === 'sequence' ? ['contains'] : [])), value, value)
      .map(([op, value, value_to]) => ({ op, value, value_to }))
  }
  const names = Object.keys(fields)
  const one = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(fc.constant(name), filterOf(fields[name] as Field<Row>)))
  const sort = fc.record({
    field: fc.constantFrom(...names, 'is_deleted').filter((name) => fields[name]?.kind !== 'choice'),
    order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
  })
  const pages = fc.oneof(
    fc.constant({}),
    fc.constantFrom(1, 10, 100).map((per_page) => ({ per_page })),
    fc.record({
      page: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: Math.floor(rows.length / 40) })),
      per_page: fc.constantFrom(1, 10, 50, 100),
    }),
  )
  return fc
    .record({
      filters: fc.oneof(
        fc.constant<NonNullable<Wish['filters']>>({}),
        fc.array(one, { minLength: 1, maxLength: 2 }).map((filters) => Object.fromEntries(filters)),
      ),
      sort: fc.oneof(
        fc.constant<NonNullable<Wish['sort']>>([]),
        fc.uniqueArray(sort, { maxLength: 2, selector: ({ field }) => field }),
      ),
      is_deleted: fc.constantFrom(undefined, 'false', 'false', 'true'),
      page: pages,
    })
    .map(({ filters, sort, is_deleted, page }) => ({
      filters,
      sort,
      ...page,
      ...(is_deleted !== undefined && { is_deleted }),
    }))
}

const triedLists = [
  ['maintenance items', MEDIUM, maintenanceItemRecords.page, items, itemFields, newestFirst],
  ['models', MEDIUM, modelRecords.page, models, modelFields, inSequence],
  ['users', LARGE, userRecords.page, users, userFields, newestFirst],
  ['RVs', LARGE, rvRecords.page, rvs, rvFields, newestFirst],
] as unknown as [
  string,
  number,
  (db: Db, input: never) => Promise<Page>,
  Plain[],
  Record<string, Field<Plain>>,
  Order<Plain>,
][]

describe.each(triedLists)('%s, %i of them', (_name, _count, list, rows, fields, order) => {
  it(`are listed as the plain reference lists them, whatever is asked (${LISTS_TRIED} random lists)`, async () => {
    const property = fc.asyncProperty(wishes(rows, fields), async (wish) => {
      const { given, expected } = await bothPages(list, rows, fields, order, wish)
      expect(given).toEqual(expected)
    })
    await expect(fc.assert(property, { numRuns: LISTS_TRIED })).resolves.toBeUndefined()
  })

  const [text = ''] = Object.entries(fields).find(([, { kind }]) => kind === 'text') ?? []
  it.each<[string, Wish]>([
    ['the first page', { page: 1, per_page: 100 }],
    ['a page behind the middle, found from the end', { page: Math.floor(rows.length / 60), per_page: 50 }],
    ['the last page', { page: Math.ceil(rows.length / 50), per_page: 50 }],
    ['no page, only the first thousand', {}],
    ['what many match, walking the order', { filters: { [text]: { value: '1' } }, page: 2, per_page: 50 }],
    ['what few match, collected and sorted', { filters: { [text]: { value: '99' } }, page: 1, per_page: 50 }],
    [
      'sorted by a text, backwards',
      { sort: [{ field: text, order: 'desc' }], page: 3, per_page: 100, is_deleted: 'false' },
    ],
    ['the deleted ones', { is_deleted: 'true', page: 2, per_page: 100 }],
  ])('give %s', async (_what, wish) => {
    const { given, expected } = await bothPages(list, rows, fields, order, wish)
    expect(given).toEqual(expected)
  })
})

describe('RVs without an owner', () => {
  const withoutOwner = rvs.filter(({ user_id }) => user_id === null).length
  const [, , list, rows, fields, order] = triedLists[3] as (typeof triedLists)[number]
  const size = 100
  const boundary = Math.ceil(withoutOwner / size)
  const last = Math.ceil(LARGE / size)
  it.each([
    ['asc', [1, boundary, boundary + 1, last]],
    ['desc', [1, last - boundary, last - boundary + 1, last]],
  ] as const)('come first by the name behind, and last backwards: %s', async (direction, pages) => {
    expect(withoutOwner % size).toBeGreaterThan(0)
    for (const field of ['added_by', 'user_email'])
      for (const page of pages) {
        const wish: Wish = { sort: [{ field, order: direction }], page, per_page: size }
        const { given, expected } = await bothPages(list, rows, fields, order, wish)
        expect([field, page, given]).toEqual([field, page, expected])
      }
  })
})
