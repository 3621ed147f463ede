import type { Matching } from '#contract/import-files.ts'
import { type ImportOutcome, type ImportType, importFields } from '#contract/imports.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Known } from '#contract/places.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import type { Changes } from '../../records/activity.ts'
import { openChange } from '../../records/open-change.ts'
import { planner, wholeOf } from '../../records/plan/plan.ts'
import { holdersOfExternalIds } from '../../records/plan/rules/external-ids.ts'
import { recordTables } from '../../records/record-tables.ts'
import { readRows, type StoredRow } from '../../records/rows.ts'
import { formFields, imported, readField } from './import-kinds.ts'
import { rowMatcher, sayingOf } from './match-rows.ts'
import type { Errors, ReadRow, SaidRow } from './read-cells.ts'
import { referencesIn } from './references.ts'

/** What an import would do with a row. `changes` are columns; for a new record from null. */
export type CheckedRow = ReadRow & {
  outcome: ImportOutcome
  /** For French, whose rows are about records of several kinds. */
  record_type?: RecordType | null
  record_id: string | null
  version: number | null
  /** The name of a new record. */
  title: string
  changes: Changes
  errors: Errors
  warnings: Errors
  place: string | null
  /** An earlier row that says the same. */
  same_as: number | null
}

/** `isUpsert`: from programs, which may add RVs without an owner. */
type Parts = {
  db: Db
  places: Places
  actor: Actor
  type: ImportType
  matchBy?: Matching | null | undefined
  isUpsert?: boolean
}
export type Row = SaidRow & { current?: StoredRow | undefined; matchedBy: string }

/**
 * Checks rows by the rules of the forms, batch by batch, in order: of two that mean the same record, the second is
 * refused, in words of `sameAs`. Writes nothing.
 */
export function rowChecker(
  { db, places, actor, type, matchBy = null, isUpsert = false }: Parts,
  sameAs = (first: number, noun: string) => `Row ${first} of the file is about the same ${noun}.`,
) {
  const fields = importFields(type)
  const { besidesForm, placed, left } = imported[type]
  const references = referencesIn(db, type, fields)
  const plan = planner(db, type, {
    sameAs({ line = 0 }, field) {
      const message = unique?.taken && field === unique.field ? unique.taken : sameAs(line, noun[0])
      return new AppError(422, message, { code: 'invalid', errors: { [field]: [message] } })
    },
  })
  const place = placer(places)
  const matchOthers = rowMatcher({ db, type, fields, matchBy, placed: placed ? [...placed, 'state', 'country'] : [] })
  /** The first row with each content. */
  const equal = new Map<string, { same_as: number } & Pick<CheckedRow, 'title' | 'record_id' | 'version'>>()
  const change = openChange({ actor, call: 'admin/import/apply', kind: 'import', message: '' })
  const { noun, title: titled, titlePrefix, unique } = recordTables[type]
  const lineOf = {
    record: new Map<string, number>(),
    external: new Map<string, number>(),
  }

  const idsIn = (rows: Row[], field: string) => [
    ...new Set(rows.flatMap(({ texts }) => texts.get(field)?.trim() || [])),
  ]

  /** Finds each row's record by its id, else by its external id. */
  async function matchByIds(rows: Row[]) {
    const byId = await readRows(db, type, idsIn(rows, '_id'))
    const byExternalId = await withExternalIds(idsIn(rows, 'external_id'))
    for (const row of rows) {
      const id = row.texts.get('_id')?.trim()
      const externalId = row.texts.get('external_id')?.trim()
      row.current = id ? byId.get(id) : externalId ? byExternalId.get(externalId) : undefined
      if (row.current) row.matchedBy = id ? '_id' : 'external_id'
      if (id && !row.current) row.errors['_id'] = [notFound(`This ${noun[0]}`).message]
    }
  }

  async function withExternalIds(externalIds: string[]) {
    const rows = await readRows(db, type, await holdersOfExternalIds(db, type, externalIds))
    return new Map([...rows.values()].map((row) => [String(row['external_id']), row]))
  }

  /** What the form reads in a row's fields; for an existing record, only the fields that the row has. */
  function parse({ texts, current, errors }: Row, chosen: Record<string, string>) {
    const values: Record<string, unknown> = {}
    const leaving = left?.(texts) ?? []
    for (const [wire, schema] of Object.entries(formFields(type, !current))) {
      const ways = fields.filter((field) => field.wire === wire)
      if (ways.some(({ field }) => errors[field])) continue
      const column = ways[0]?.column
      const isSaid = ways.some(({ field }) => texts.has(field))
      const isChosen = column !== undefined && chosen[column] !== undefined
      const isLeft = leaving.includes(wire) && ways.every(({ field }) => !texts.get(field)?.trim())
      const text = isLeft || ways.some(({ made }) => made === 'reference') ? undefined : texts.get(wire)
      if (current && (!isSaid || isLeft || (placed?.includes(wire) && !text?.trim()))) {
        if (column && column in current) values[wire] = current[column]
        continue
      }
      const outcome = readField(schema, isChosen ? chosen[column] : text)
      if ('messages' in outcome) errors[wire] = outcome.messages
      else if (outcome.value !== undefined) values[wire] = outcome.value
    }
    return values
  }

  async function check(row: Row): Promise<CheckedRow> {
    const { line, cells, notes, errors, warnings } = row
    const outcome: CheckedRow = {
      line,
      cells,
      notes,
      errors,
      warnings,
      same_as: null,
      title: row.current ? '' : typedTitle(row),
      changes: {},
      outcome: 'refused',
      place: null,
      record_id: row.current?.id ?? null,
      version: row.current ? Number(row.current.version) : null,
    }
    try {
      const chosen = references.resolve(row.texts, row.current, errors)
      if (placed && !row.current) outcome.place = await place(row.texts, errors)
      const sent = parse(row, chosen)
      const more = besidesForm?.({ current: undefined, ...row, chosen, sent, isUpsert })
      refuseSecond(row)
      for (const [field, messages] of Object.entries(errors)) if (!messages.length) delete errors[field]
      if (Object.keys(errors).length) return outcome
      const values = { ...imported[type].columnsOf(sent, row.current, change), ...more }
      const { current } = row
      outcome.changes = differences(values, current)
      outcome.title = current ? '' : titleOf(values)
      if (current && !Object.keys(outcome.changes).length) return { ...outcome, outcome: 'unchanged' }
      imported[type].check?.(current)
      wholeOf(await plan([{ row: current, values, fields: sent, line }]))
      return { ...outcome, outcome: current ? 'changed' : 'new' }
    } catch (error) {
      if (!(error instanceof AppError) || !error.errors) throw error
      Object.assign(errors, error.errors)
      return { ...outcome, changes: {} }
    }
  }

  /** Checks a row unless an earlier one says the same; then it has the same record. */
  async function checkOnce(row: Row): Promise<CheckedRow> {
    const { line, cells, notes, errors, warnings } = row
    const saying = sayingOf(row)
    const first = equal.get(saying)
    if (first && !Object.keys(errors).length)
      return { line, cells, notes, errors, warnings, ...first, outcome: 'unchanged', changes: {}, place: null }
    const checked = await check(row)
    const { outcome, title, record_id, version } = checked
    if (outcome !== 'refused') equal.set(saying, { same_as: line, title, record_id, version })
    return checked
  }

  /** Refuses the second row about one record. */
  function refuseSecond({ current, line, errors, matchedBy, texts }: Row) {
    const same = (first: number) => [sameAs(first, noun[0])]
    const external = texts.get('external_id')?.trim()
    const first = current ? lineOf.record.get(current.id) : undefined
    if (first !== undefined) errors[matchedBy] = same(first)
    else if (current) lineOf.record.set(current.id, line)
    if (!external) return
    const before = lineOf.external.get(external)
    if (before !== undefined && first === undefined) errors['external_id'] = same(before)
    else lineOf.external.set(external, line)
  }

  /** Adds possible problems of accepted rows. */
  async function warn(rows: Row[], checked: CheckedRow[]) {
    const taken = checked.flatMap((one, place) => {
      const row = rows[place]
      if (!row || !Object.keys(one.changes).length) return []
      const changed = Object.fromEntries(Object.entries(one.changes).map(([column, [, value]]) => [column, value]))
      return [{ one, texts: row.texts, values: { ...row.current, ...changed }, changed }]
    })
    const found = (await imported[type].warn?.(db, taken)) ?? []
    for (const [place, { one }] of taken.entries())
      for (const [field, messages] of Object.entries(found[place] ?? {}))
        one.warnings[field] = [...(one.warnings[field] ?? []), ...messages]
  }

  /** A row's name for its record, which may not exist yet. */
  const typedTitle = ({ texts }: Row) =>
    titleOf(
      Object.fromEntries(
        fields.map(({ column, made, field }) => [
          made === 'reference' || made === 'email' ? '' : column,
          texts.get(field),
        ]),
      ),
    )

  const titleOf = (values: Record<string, unknown>) =>
    [titlePrefix, ...titled.map((column) => values[column])].filter(Boolean).join(' ')

  return async (batch: SaidRow[]): Promise<CheckedRow[]> => {
    const rows = batch.map((row): Row => ({ ...row, matchedBy: '' }))
    await matchByIds(rows)
    await references.prepare(rows.map(({ texts }) => texts))
    const open = rows.filter(({ current, texts }) => !current && !texts.get('_id')?.trim())
    await matchOthers(
      open.map((row) => {
        const chosen = references.resolve(row.texts, undefined, {})
        const shape = formFields(type, true)
        const read = Object.fromEntries(
          fields
            .filter(({ made }) => ['text', 'number', 'day'].includes(made))
            .flatMap(({ wire, field }) => {
              const text = row.texts.get(field)
              const outcome = shape[wire] && text !== undefined && readField(shape[wire], text)
              return outcome && 'value' in outcome ? [[wire, outcome.value]] : []
            }),
        )
        return { row, values: { ...read, ...chosen } }
      }),
    )
    const checked: CheckedRow[] = []
    for (const row of rows) checked.push(await checkOnce(row))
    if (!isUpsert) await warn(rows, checked)
    return checked
  }
}

const differences = (values: Record<string, unknown>, current: StoredRow | undefined): Changes =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]): [string, [unknown, unknown]][] =>
      current && current[column] === value ? [] : [[column, [current?.[column] ?? null, value]]],
    ),
  )

const NOWHERE = 'Please enter state or place it on the map.'
const KNOWN_PARTS = ['city', 'state', 'country', 'zip'] as const

/**
 * Locates dealers without coordinates if the place index knows their address as far as given, and fills in a missing
 * state and country, as the form does. Resolves to the place's name; null if it could not be located, with a message in
 * `errors`.
 */
function placer(places: Places) {
  const known = new Map<string, ReturnType<Places['locate']>>()
  const locate = (about: Known) => {
    const key = JSON.stringify(about)
    const found = known.get(key) ?? places.locate(about)
    known.set(key, found)
    return found
  }

  return async (texts: Map<string, string>, errors: Errors): Promise<string | null> => {
    const of = (field: string) => texts.get(field)?.trim() ?? ''
    if (of('latitude') || of('longitude')) return null
    const about = Object.fromEntries(KNOWN_PARTS.map((part) => [part, of(part)]))
    const place = await locate(about)
    if (!place) {
      // Nobody has to enter what the place would have supplied.
      for (const field of ['state', 'country', 'latitude', 'longitude']) if (!of(field)) errors[field] ??= []
      errors[of('state') ? 'latitude' : 'state'] = [NOWHERE]
      return null
    }
    texts.set('latitude', String(place.latitude)).set('longitude', String(place.longitude))
    for (const field of ['state', 'country'] as const) if (!of(field)) texts.set(field, place[field])
    return place.label
  }
}
