import type { Matching } from '#contract/import-files.ts'
import { type ImportOutcome, type ImportType, importFields } from '#contract/imports.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import type { Changes } from '../../records/activity.ts'
import { readRows, type StoredRow } from '../../records/change.ts'
import { openChange } from '../../records/open-change.ts'
import { holdersOfExternalIds } from '../../records/plan/rules/external-ids.ts'
import { rulesOf } from '../../records/plan/rules/of-writes.ts'
import { recordTables } from '../../records/record-tables.ts'
import { formFields, imported, readField } from './import-kinds.ts'
import { rowMatcher, sayingOf } from './match-rows.ts'
import { placer } from './placing.ts'
import type { Errors, ReadRow, SaidRow } from './read-cells.ts'
import { referencesIn } from './references.ts'

/** What an import would do with a row. `changes` are columns; of a new record from null. */
export type CheckedRow = ReadRow & {
  outcome: ImportOutcome
  record_id: string | null
  version: number | null
  /** What a new record will be called. */
  title: string
  changes: Changes
  errors: Errors
  warnings: Errors
  place: string | null
  /** An earlier row that says the same. */
  same_as: number | null
}

/** `isUpsert`: of programs, which may add RVs that nobody owns yet. */
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
 * Checks rows by the rules of the forms, batch by batch, in their order: two that mean the same record are refused on the
 * second, in words of `sameAs`. Writes nothing.
 */
export function rowChecker(
  { db, places, actor, type, matchBy = null, isUpsert = false }: Parts,
  sameAs = (first: number, noun: string) => `Row ${first} of the file is about the same ${noun}.`,
) {
  const fields = importFields(type)
  const { besidesForm, placed } = imported[type]
  const references = referencesIn(db, type, fields)
  const rules = rulesOf(db, type, {
    sameAs({ line = 0 }, field) {
      const message = sameAs(line, noun[0])
      return new AppError(422, message, { code: 'invalid', errors: { [field]: [message] } })
    },
  })
  const place = placer(places)
  const matchOthers = rowMatcher({ db, type, fields, matchBy, placed: placed ? [...placed, 'state', 'country'] : [] })
  /** The first row that says something, by what it says. */
  const equal = new Map<string, { same_as: number } & Pick<CheckedRow, 'title' | 'record_id' | 'version'>>()
  const change = openChange({ actor, call: 'admin/import/apply', kind: 'import', message: '' })
  const { noun, title: titled, titlePrefix } = recordTables[type]
  const lineOf = {
    record: new Map<string, number>(),
    external: new Map<string, number>(),
  }

  const idsIn = (rows: Row[], field: string) => [
    ...new Set(rows.flatMap(({ texts }) => texts.get(field)?.trim() || [])),
  ]

  /** Finds the record that each row is about by its id, else by its external id. */
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

  /** What the form reads in the fields of a row; of a record that there is only those that the row has. */
  function parse({ texts, current, errors }: Row, chosen: Record<string, string>) {
    const values: Record<string, unknown> = {}
    for (const [wire, schema] of Object.entries(formFields(type, !current))) {
      const ways = fields.filter((field) => field.wire === wire)
      if (ways.some(({ field }) => errors[field])) continue
      const column = ways[0]?.column
      const isSaid = ways.some(({ field }) => texts.has(field))
      const isChosen = column !== undefined && chosen[column] !== undefined
      const text = ways.some(({ made }) => made === 'reference') ? undefined : texts.get(wire)
      if (current && (!isSaid || (placed?.includes(wire) && !text?.trim()))) {
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
      const more = besidesForm?.({ current: undefined, ...row, chosen, isUpsert })
      refuseSecond(row)
      for (const [field, messages] of Object.entries(errors)) if (!messages.length) delete errors[field]
      if (Object.keys(errors).length) return outcome
      const values = { ...imported[type].columnsOf(sent, row.current, change), ...more }
      const { current } = row
      outcome.changes = differences(values, current)
      outcome.title = current ? '' : titleOf(values)
      if (current && !Object.keys(outcome.changes).length) return { ...outcome, outcome: 'unchanged' }
      imported[type].check?.(current)
      await rules.refuse({ row: current, values, fields: sent, line })
      return { ...outcome, outcome: current ? 'changed' : 'new' }
    } catch (error) {
      if (!(error instanceof AppError) || !error.errors) throw error
      Object.assign(errors, error.errors)
      return { ...outcome, changes: {} }
    }
  }

  /** Checks a row unless an earlier one says the same, whose record is its own then. */
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

  /** What a row calls its record, which may be no record yet. */
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
    return checked
  }
}

const differences = (values: Record<string, unknown>, current: StoredRow | undefined): Changes =>
  Object.fromEntries(
    Object.entries(values).flatMap(([column, value]): [string, [unknown, unknown]][] =>
      current && current[column] === value ? [] : [[column, [current?.[column] ?? null, value]]],
    ),
  )
