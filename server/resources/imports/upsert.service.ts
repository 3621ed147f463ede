import type { Matching } from '#contract/import-files.ts'
import { importFields, matchingsOf } from '#contract/imports.ts'
import type { UpsertType } from '#contract/kinds.ts'
import { plural } from '#contract/plural.ts'
import type { Upserted } from '#contract/upserts.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, refused } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { writesOf } from '../../records/plan/sources/file.ts'
import { formatRecordCount } from '../../records/record-tables.ts'
import { readRows } from '../../records/rows.ts'
import { type CheckedRow, rowChecker } from './check-rows.ts'
import { readText, type SaidRow } from './read-cells.ts'

type UpsertInput = {
  records: Record<string, unknown>[]
  leave_refused?: boolean | undefined
  match_by?: Matching | undefined
}

/**
 * Adds new records and changes existing ones, as one change; unchanged ones cost nothing. Throws 422 with the refused
 * ones, by place, unless they are to be left. Call it in the transaction of the change.
 */
export async function upsert(
  { db, places }: { db: Db; places: Places },
  type: UpsertType,
  { records, leave_refused = false, match_by }: UpsertInput,
  change: OpenChange,
): Promise<{ message: string; data: Upserted }> {
  const same = (first: number, noun: string) => `The record at place ${first} is the same ${noun}.`
  if (match_by && !matchingsOf(type).includes(match_by))
    throw refused('match_by', 'Records of this kind cannot be matched by that.', 'not_allowed')
  const check = rowChecker({ db, places, actor: change.actor, type, matchBy: match_by, isUpsert: true }, same)
  const rows = await check(records.map((record, place) => saidBy(type, record, place)))
  const left = rows.flatMap(({ outcome, line: place, errors }) => (outcome === 'refused' ? [{ place, errors }] : []))
  if (left.length && !leave_refused) throw refusedBy(left)
  const writing = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const of = (outcome: CheckedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const counts = { new: of('new'), changed: of('changed'), unchanged: of('unchanged') }
  const message = writing.length
    ? `${formatRecordCount(type, writing.length)} saved: ${partsOf(counts)}.`
    : 'Nothing was changed.'
  setDetails(change, { kind: 'import', message, done: writing.length })
  const stored = await readRows(
    db,
    type,
    writing.flatMap(({ record_id }) => record_id ?? []),
  )
  const writes = writesOf(writing, stored)
  const addedIds = await carryOut(db, { table: type, writes }, change)
  const added = new Map(writes.filter(({ row }) => !row).map(({ line }, place) => [line, addedIds[place]]))
  const ids = rows.map(({ outcome, record_id, same_as, line }) =>
    outcome === 'refused' ? null : (record_id ?? added.get(same_as ?? line) ?? null),
  )
  const placed = rows.flatMap(({ outcome, place: label, changes, line: place }) =>
    label === null || outcome === 'refused'
      ? []
      : [{ place, label, latitude: Number(changes['latitude']?.[1]), longitude: Number(changes['longitude']?.[1]) }],
  )
  return { message, data: { ...counts, ids, refused: left, placed } }
}

function partsOf({ new: added, changed }: { new: number; changed: number }) {
  return [...(added ? [`${added} new`] : []), ...(changed ? [`${changed} changed`] : [])].join(', ')
}

function refusedBy(refused: Upserted['refused']) {
  const which = `${refused.length} ${plural(refused.length, 'record is', 'records are')}`
  return new AppError(422, `${which} refused. Nothing was changed.`, { code: 'invalid', refused })
}

/** What a record says, as texts of a form; anything that is not a field of its kind is an error. */
function saidBy(type: UpsertType, record: Record<string, unknown>, place: number): SaidRow {
  const texts = new Map<string, string>()
  const errors: Record<string, string[]> = {}
  const known = new Map(importFields(type).map((field) => [field.field, field]))
  for (const [name, value] of Object.entries(record)) {
    const field = known.get(name)
    if (!field) errors[name] = [`There is no field ${name}.`]
    else if (value === null) texts.set(name, '')
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      const read = readText(field, String(value))
      if ('text' in read) texts.set(name, read.text)
      else errors[name] = [read.message]
    } else errors[name] = ['Please send a text or a number.']
  }
  return { line: place, cells: [], texts, errors, warnings: {} }
}
