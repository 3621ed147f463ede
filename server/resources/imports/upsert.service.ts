import type { UpsertType } from '#contract/kinds.ts'
import type { Upserted } from '#contract/upserts.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import { readRows } from '../../records/change.ts'
import { amend, type OpenChange } from '../../records/open-change.ts'
import { inWords } from '../../records/record-tables.ts'
import { type CheckedRow, rowChecker } from './check-rows.ts'
import { fieldsOf } from './import-kinds.ts'
import type { SaidRow } from './read-cells.ts'
import { writeRows } from './write-rows.ts'

type Asked = { records: Record<string, unknown>[]; leave_refused?: boolean | undefined }

/**
 * Adds the records and changes those that there are, as one change; those that are so already cost nothing. Throws 422 with
 * what is refused, by its place, unless that is to be left. Call it in the transaction of the change.
 */
export async function upsert(
  { db, places }: { db: Db; places: Places },
  type: UpsertType,
  { records, leave_refused = false }: Asked,
  change: OpenChange,
): Promise<{ message: string; data: Upserted }> {
  const same = (first: number, noun: string) => `The record at place ${first} is the same ${noun}.`
  const check = rowChecker({ db, places, actor: change.actor, type, isUpsert: true }, same)
  const rows = await check(records.map((record, place) => saidBy(type, record, place)))
  const refused = rows.flatMap(({ outcome, line: place, errors }) => (outcome === 'refused' ? [{ place, errors }] : []))
  if (refused.length && !leave_refused) throw refusedBy(refused)
  const writing = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')
  const of = (outcome: CheckedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  const counts = { new: of('new'), changed: of('changed'), unchanged: of('unchanged') }
  const message = writing.length
    ? `${inWords(type, writing.length)} saved: ${partsOf(counts)}.`
    : 'Nothing was changed.'
  amend(change, { kind: 'import', message, done: writing.length })
  const stored = await readRows(
    db,
    type,
    writing.flatMap(({ record_id }) => record_id ?? []),
  )
  const added = await writeRows(db, type, writing, stored, change)
  const ids = rows.map((row) => (row.outcome === 'refused' ? null : (row.record_id ?? added.get(row.line) ?? null)))
  return { message, data: { ...counts, ids, refused } }
}

function partsOf({ new: added, changed }: { new: number; changed: number }) {
  return [...(added ? [`${added} new`] : []), ...(changed ? [`${changed} changed`] : [])].join(', ')
}

function refusedBy(refused: Upserted['refused']) {
  const which = refused.length === 1 ? '1 record is' : `${refused.length} records are`
  return new AppError(422, `${which} refused. Nothing was changed.`, { code: 'invalid', refused })
}

/** What a record says, as texts of a form; what is no field of its kind is an error. */
function saidBy(type: UpsertType, record: Record<string, unknown>, place: number): SaidRow {
  const texts = new Map<string, string>()
  const errors: Record<string, string[]> = {}
  const known = fieldsOf(type)
  for (const [field, value] of Object.entries(record)) {
    if (!known.has(field)) errors[field] = [`There is no field ${field}.`]
    else if (value === null) texts.set(field, '')
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      texts.set(field, String(value))
    else errors[field] = ['Please send a text or a number.']
  }
  return { line: place, cells: [], texts, errors }
}
