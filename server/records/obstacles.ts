import type { UndoObstacle } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../db/schema.ts'
import { lastChange } from './activity.ts'
import type { LaterEntry } from './later-entries.ts'
import { titlesOf } from './open-change.ts'
import { isInactive } from './parents.ts'
import { columnOf, recordTables } from './record-tables.ts'

type Which = { table: RecordTable; id: string }

/** Why a record cannot be undone: by what somebody has done to it since, or by another record, its `cause`. */
export type Why =
  | { kind: 'touched'; entry?: LaterEntry }
  | { kind: 'set'; entry: LaterEntry; fields: string[] }
  | { kind: 'inactive' | 'below' | 'used' | 'name'; cause: Which }
  | { kind: 'unfit'; cause: Which; fields: string[] }

/** A record that cannot be undone. */
export type Obstacle = Which & { why: Why }

/** A record that stands in the way, and who changed it when. */
type Touched = { record_type: RecordType; record_id: string; title: string; by: string; at: string }

const titleOf = async (db: Db, { table, id }: Which) => (await titlesOf(db, table, [id])).get(id) ?? ''

/** Obstacles in words, and what stands in the way itself: the record, or the other one that is the reason. */
export async function describeObstacles(db: Db, obstacles: Obstacle[]) {
  const described: UndoObstacle[] = []
  const records: Touched[] = []
  for (const one of obstacles) {
    const cause = 'cause' in one.why ? one.why.cause : one
    const [title, name] = [await titleOf(db, one), await titleOf(db, cause)]
    const last = 'entry' in one.why ? one.why.entry : await lastChange(db, cause.id)
    described.push({ record_type: one.table, record_id: one.id, title, reason: reasonOf(one, name) })
    records.push({
      record_type: cause.table,
      record_id: cause.id,
      title: name,
      by: last?.by ?? 'someone else',
      at: last?.at ?? '',
    })
  }
  return { described, records }
}

function reasonOf({ table, why }: Obstacle, name: string): string {
  if (why.kind === 'touched') return touched(why.entry)
  if (why.kind === 'set') return `${why.entry.by} has changed ${labels(table, why.fields)} since.`
  const noun = recordTables[why.cause.table].noun[0]
  switch (why.kind) {
    case 'inactive':
      return isInactive(why.cause.table, name)
    case 'below':
      return `The ${noun} “${name}” is below it.`
    case 'used':
      return `The ${noun} “${name}” uses it.`
    case 'name':
      return `${recordTables[table].unique?.thing} already exists.`
    case 'unfit':
      return `The ${noun} “${name}” has another ${labels(why.cause.table, why.fields)} now.`
  }
}

function touched(entry: LaterEntry | undefined) {
  const what = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored' }[entry?.action ?? 'edit']
  return `${entry?.by ?? 'Someone else'} has ${what} it since.`
}

const labels = (table: RecordTable, fields: string[]) =>
  new Intl.ListFormat('en-US').format(fields.map((field) => columnOf(table, field)?.label || field))
