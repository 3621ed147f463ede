import type { ImportField, ImportType } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { hasExternalIds } from '../../records/plan/rules/external-ids.ts'
import { recordTables, referencesOf, sharersOf } from '../../records/record-tables.ts'
import type { StoredRow } from '../../records/rows.ts'
import { cut, isNone } from './words.ts'

type Candidate = { id: string; is_deleted: number; name: string; name_key: string } & Record<string, unknown>
type Texts = ReadonlyMap<string, string>
type Errors = Record<string, string[]>

/** Records that rows may refer to, by their possible names; several can share one. */
class Candidates {
  readonly asked = new Set<string>()
  private readonly byId = new Map<string, Candidate>()
  private readonly byExternalId = new Map<string, Candidate>()
  private readonly byEmail = new Map<string, Candidate>()
  private readonly byName = new Map<string, Candidate[]>()

  add(one: Candidate) {
    if (this.byId.has(one.id)) return
    this.byId.set(one.id, one)
    this.byName.set(one.name_key, [...(this.byName.get(one.name_key) ?? []), one])
    if (one.is_deleted) return
    if (typeof one['external_id'] === 'string') this.byExternalId.set(one['external_id'], one)
    if (typeof one['email_key'] === 'string') this.byEmail.set(one['email_key'], one)
  }

  get = (id: unknown) => this.byId.get(String(id))

  ofEmail = (email: string) => this.byEmail.get(textKey(email))

  /** The only fitting one with this name. */
  named(name: string, fits: (one: Candidate) => boolean) {
    const some = this.byName.get(textKey(name))?.filter(fits) ?? []
    return some.length === 1 ? some[0] : undefined
  }

  /** The one with this id, external id or email, else the only fitting one with this name. */
  called = (text: string, fits: (one: Candidate) => boolean) =>
    this.byId.get(text) ?? this.byExternalId.get(text) ?? this.byEmail.get(textKey(text)) ?? this.named(text, fits)
}

/** Finds the records that rows refer to by id, external id or name; an owner also by email. */
export function referencesIn(db: Db, type: ImportType, fields: readonly ImportField[]) {
  const fieldOf = (column: string, made: ImportField['made']) =>
    fields.find((field) => field.column === column && field.made === made)
  // A model is looked for among those of its type and year, so these come first.
  const references = referencesOf(type)
    .map((one) => ({
      ...one,
      byId: fieldOf(one.column, 'reference'),
      byName: fieldOf(one.column, 'name'),
      byEmail: fieldOf(one.column, 'email'),
    }))
    .filter(({ byId, byName }) => byId ?? byName)
    .toSorted((one, other) => (one.shares?.length ?? 0) - (other.shares?.length ?? 0))
  const known = new Map(references.map(({ refersTo }) => [refersTo, new Candidates()]))
  /** The possible choices, where there are few. */
  const choices = new Map<RecordType, string[]>()

  /** Looks up everything that these rows' texts may mean, at once. */
  async function prepare(rows: readonly Texts[]) {
    for (const { refersTo, byId, byName, byEmail, shares } of references) {
      if (!choices.has(refersTo)) choices.set(refersTo, shares?.length || byEmail ? [] : await choicesOf(db, refersTo))
      const candidates = known.get(refersTo) ?? new Candidates()
      const texts = rows.flatMap((row) =>
        [byId, byName, byEmail].flatMap((field) => (field && row.get(field.field)?.trim()) || []),
      )
      const open = [...new Set(texts)].filter((text) => !candidates.asked.has(text))
      for (const text of open) candidates.asked.add(text)
      for (const one of await candidatesFor(db, refersTo, open)) candidates.add(one)
    }
  }

  /** The columns of references that a row sets; what it cannot set is among `errors`, by field. */
  function resolve(row: Texts, current: StoredRow | undefined, errors: Errors) {
    const columns: Record<string, string> = {}
    for (const { column, refersTo, choose = '', shares = [], byId, byName, byEmail, optional } of references) {
      const ways = [byId, byEmail, byName]
      if (!ways.some((field) => field && row.has(field.field))) continue
      const candidates = known.get(refersTo) ?? new Candidates()
      const [id = '', email = '', name = ''] = ways.map((field) => field && row.get(field.field)?.trim())
      if (optional && !id && !name && !email) continue
      const fits = (one: Candidate) =>
        !one.is_deleted && shares.every((shared) => one[shared] === (columns[shared] ?? current?.[shared]))
      const now = candidates.get(current?.[column])
      // What a record already refers to may have been deleted since.
      const named = now?.name_key === textKey(name) ? now : candidates.named(name, fits)
      const found = id ? candidates.called(id, fits) : email ? candidates.ofEmail(email) : named
      const way = (id || !byName ? byId : email ? byEmail : byName) ?? byId
      const typed = id || email || name
      if (!found && way && typed) errors[way.field] = [noneOf(typed, way, choices.get(refersTo) ?? [], choose)]
      else if (!found) errors[way?.field ?? ''] = [choose]
      else if (byEmail && id && email && found !== candidates.ofEmail(email))
        errors[byEmail.field] = [`“${email}” is not the email of “${id}”. Please change one of the two columns.`]
      else if (byName && id && name && found.name_key !== textKey(name))
        errors[byName.field] = [`“${id}” is ${found.name}. Please change one of the two columns.`]
      else columns[column] = found.id
    }
    return columns
  }

  return { prepare, resolve }
}

const MOST_CHOICES = 12

/** The column with the name that people use for a kind's records. */
const nameColumnOf = (table: RecordType) => recordTables[table].title[0] ?? 'name'

/** The names of a kind's active records, if they are few. */
async function choicesOf(db: Db, table: RecordType) {
  const name = nameColumnOf(table)
  const text = `select ${name} as name from ${table} where is_deleted = 0 order by ${name}_key limit ${MOST_CHOICES + 1}`
  const found = await readQuery<{ name: string }>(db, text, [])
  return found.length > MOST_CHOICES ? [] : found.map(({ name }) => name)
}

/** Says that nothing has the typed name, and what is possible. */
const noneOf = (typed: string, { label, made }: ImportField, choices: string[], choose: string) =>
  choices.length || made === 'name'
    ? isNone(typed, label, choices)
    : `Nothing has the ${made === 'email' ? 'email' : 'id'} “${cut(typed)}”. ${choose}.`

async function candidatesFor(db: Db, table: RecordType, texts: string[]) {
  if (!texts.length) return []
  const name = nameColumnOf(table)
  const asTyped = JSON.stringify(texts)
  const asKeys = JSON.stringify(texts.map(textKey))
  const ways: [column: string, values: string][] = [
    ['id', asTyped],
    [`${name}_key`, asKeys],
  ]
  if (hasExternalIds(table)) ways.push(['external_id', asTyped])
  if (recordTables[table].columns['email']?.hasKey) ways.push(['email_key', asKeys])
  const columns = new Set([
    'id',
    'is_deleted',
    `${name} as name`,
    `${name}_key as name_key`,
    ...ways.map(([column]) => column),
  ])
  for (const { shares } of sharersOf(table)) for (const column of shares) columns.add(column)
  // One by one: an index finds each, but not all together.
  const found: Candidate[] = []
  for (const [column, values] of ways) {
    const text = `select ${[...columns].join()} from ${table} where ${column} in ${engineOf(db).textsFromJson}`
    found.push(...(await readQuery<Candidate>(db, text, [values])))
  }
  return found
}
