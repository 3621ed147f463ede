import type { z } from 'zod'
import type { FrenchState } from '#contract/french.ts'
import {
  type FrenchType,
  type frenchCalls,
  frenchTypes,
  type Unfinished,
  unfinishedStates,
} from '#contract/french-calls.ts'
import type { RecordType } from '#contract/kinds.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { confirmed, frenchColumnsOf, isCurrent, wordCount } from '../../records/french.ts'
import { distinctNames, type Name } from '../../records/names/names.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { wireName } from '../../records/record-tables.ts'
import { readRows, type StoredRow } from '../../records/rows.ts'

type UnfinishedInput = z.output<typeof frenchCalls.list.input>
type Found = { record_type: RecordType; id: string; french: FrenchState }

/** A page of the active records whose French is not current, with what is missing or out of date. */
export async function listUnfinished(db: Db, { record_type, state, page, per_page }: UnfinishedInput) {
  const types = record_type ? [record_type] : frenchTypes
  const states = state ? [...new Set([state].flat())] : unfinishedStates
  const totals = await countUnfinished(db, types, states)
  const found: Found[] = []
  let skip = (page - 1) * per_page
  for (const [place, type] of types.entries()) {
    const total = totals[place] ?? 0
    const wanted = per_page - found.length
    if (wanted > 0 && skip < total) found.push(...(await someUnfinished(db, type, states, wanted, skip)))
    skip = Math.max(skip - total, 0)
  }
  const total = totals.reduce((sum, one) => sum + one, 0)
  return { data: await described(db, found), total, current_page: page }
}

// Indexes answer both: checking for deletion would read the row, and rich text is long.
const inStates = (states: readonly FrenchState[]) => `french in (${states.map(() => '?').join()})`
const deletedIn = (type: FrenchType, states: readonly FrenchState[]) =>
  `from ${type} where is_deleted = 1 and ${inStates(states)}`

async function countUnfinished(db: Db, types: readonly FrenchType[], states: readonly FrenchState[]) {
  const each = types.map(
    (type, place) => `select ${place} as place, (select count(*) from ${type} where ${inStates(states)})
      - (select count(*) ${deletedIn(type, states)}) as total`,
  )
  const values = types.flatMap(() => [...states, ...states])
  const rows = await readQuery<{ place: number; total: number }>(db, each.join(' union all '), values)
  const totals = new Map(rows.map(({ place, total }) => [Number(place), Number(total)]))
  return types.map((_type, place) => totals.get(place) ?? 0)
}

async function someUnfinished(
  db: Db,
  type: FrenchType,
  states: readonly FrenchState[],
  most: number,
  skip: number,
): Promise<Found[]> {
  const rows = await readQuery<Omit<Found, 'record_type'>>(
    db,
    `select id, french from ${type} where ${inStates(states)} and id not in (select id ${deletedIn(type, states)})
     order by id limit ? offset ?`,
    [...states, ...states, most, skip],
  )
  return rows.map((row) => ({ ...row, record_type: type }))
}

async function described(db: Db, found: Found[]): Promise<Unfinished[]> {
  const known = new Map<string, Pick<Unfinished, 'version' | 'title' | 'fields' | 'words'>>()
  for (const [type, some] of Map.groupBy(found, ({ record_type }) => record_type)) {
    const ids = some.map(({ id }) => id)
    const names = await distinctNames(db, type, ids)
    for (const [id, row] of await readRows(db, type, ids))
      known.set(id, { version: Number(row['version']), title: fullName(names.get(id)), ...openFields(type, row) })
  }
  return found.map(({ record_type, id, french }) => ({
    record_type: record_type as Unfinished['record_type'],
    record_id: id,
    state: french,
    ...(known.get(id) ?? { version: 0, title: '', fields: [], words: 0 }),
  }))
}

/** Its name, with what tells it apart from its namesakes. */
const fullName = ({ title, within }: Name = { title: '', within: null }) => (within ? `${title} (${within})` : title)

function openFields(type: RecordType, row: StoredRow) {
  const open = frenchColumnsOf(type).filter((names) => row[names.english] && !isCurrent(type, names, row))
  return {
    fields: open.map(({ english }) => wireName(type, english)),
    words: open.reduce((sum, { english }) => sum + wordCount(type, english, row[english]), 0),
  }
}

const NOTHING_TO_CONFIRM = 'It has no French to confirm.'
const CHANGED_SINCE = 'It was changed since you saw it.'

/**
 * Confirms records' French as it is. Throws 422 with `refused` for records that do not exist, are deleted, lack some of
 * their French, or have changed since the caller saw them.
 */
export async function confirmFrench(
  db: Db,
  { record_type, record_ids, versions }: z.output<typeof frenchCalls.confirm.input>,
  change: OpenChange,
) {
  const rows = await readRows(db, record_type, [...new Set(record_ids)])
  const refusalOf = (id: string, seen: number | undefined) => {
    const row = rows.get(id)
    if (!row || row.is_deleted || !['older', 'current'].includes(String(row['french']))) return NOTHING_TO_CONFIRM
    return seen === undefined || seen === Number(row.version) ? undefined : CHANGED_SINCE
  }
  const refused = record_ids.flatMap((id, place) => {
    const refusal = refusalOf(id, versions?.[place])
    return refusal ? [{ place, errors: { [id]: [refusal] } }] : []
  })
  if (refused.length) {
    const isChanged = refused.every(({ errors }) => Object.values(errors).flat().includes(CHANGED_SINCE))
    throw new AppError(
      422,
      isChanged
        ? 'Some of these records were changed since you saw them.'
        : 'Some of these records have no French to confirm.',
      { code: 'invalid', refused },
    )
  }
  const writes = [...rows.values()].map((row) => ({ row, values: confirmed(record_type, row), fields: {} }))
  await carryOut(db, { table: record_type, writes }, change)
}
