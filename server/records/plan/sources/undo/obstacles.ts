import type { UndoObstacle } from '#contract/changes.ts'
import { takenIn } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../../../db/schema.ts'
import { lastChange } from '../../../activity.ts'
import { frenchColumnsOf } from '../../../french.ts'
import { titlesOf } from '../../../open-change.ts'
import { columnOf, recordTables } from '../../../record-tables.ts'
import { externalIdTaken } from '../../rules/external-ids.ts'
import { isInactive } from '../../rules/parents.ts'
import { leftBehind, type Sharers, titlesNow } from '../../rules/sharers.ts'
import type { LaterEntry } from './later-entries.ts'
import type { NetEffect } from './net-effect.ts'

type Which = { table: RecordTable; id: string }

/** Why a record cannot be undone: because of what someone did to it since, or of another record, its `cause`. */
export type Why =
  | { kind: 'touched'; entry?: LaterEntry }
  | { kind: 'set'; entry: LaterEntry; fields: string[] }
  | { kind: 'inactive' | 'below' | 'used' | 'name' | 'external_id'; cause: Which }
  | { kind: 'unfit'; cause: Which; fields: string[] }
  | { kind: 'shared'; cause: Which; sharers: Sharers }
  | { kind: 'refused'; message: string }

/** A record that cannot be undone. */
export type Obstacle = Which & { why: Why }

/** A record in the way, and who changed it when. */
type Touched = { record_type: RecordType; record_id: string; title: string; by: string; at: string }

const causeOf = (one: Obstacle): Which => ('cause' in one.why ? one.why.cause : one)

/** Obstacles in words. */
export async function describeObstacles(db: Db, obstacles: Obstacle[]): Promise<UndoObstacle[]> {
  const titleOf = await titlesFor(db, [...obstacles, ...obstacles.map(causeOf)])
  return Promise.all(
    obstacles.map(async (one) => ({
      record_type: one.table,
      record_id: one.id,
      title: titleOf(one),
      reason: await reasonOf(db, one, titleOf(causeOf(one))),
    })),
  )
}

/** The actual obstacles, each once: the record itself, or the other one that is the reason. */
export async function causesOf(db: Db, obstacles: Obstacle[]): Promise<Touched[]> {
  const causes = new Map(obstacles.map((one) => [`${causeOf(one).table} ${causeOf(one).id}`, one]))
  const titleOf = await titlesFor(db, [...causes.values()].map(causeOf))
  const touched: Touched[] = []
  for (const one of causes.values()) {
    const cause = causeOf(one)
    const { by, at = '' } = ('entry' in one.why ? one.why.entry : await lastChange(db, cause.id)) ?? {}
    const which = { record_type: cause.table, record_id: cause.id, title: titleOf(cause) }
    touched.push({ ...which, by: by ?? 'someone else', at })
  }
  return touched
}

/** A function that names each of these records. */
async function titlesFor(db: Db, records: Which[]) {
  const titles = new Map<string, string>()
  for (const [table, some] of Map.groupBy(records, ({ table }) => table)) {
    const ids = [...new Set(some.map(({ id }) => id))]
    for (const [id, title] of await titlesOf(db, table, ids)) titles.set(`${table} ${id}`, title)
  }
  return ({ table, id }: Which) => titles.get(`${table} ${id}`) ?? ''
}

async function reasonOf(db: Db, { table, why }: Obstacle, name: string) {
  if (why.kind === 'touched') return touched(why.entry)
  if (why.kind === 'refused') return why.message
  // Some labels end with a full stop themselves.
  if (why.kind === 'set') return `${why.entry.by} has since changed ${labels(table, why.fields)}.`.replace('..', '.')
  const noun = recordTables[why.cause.table].noun[0]
  switch (why.kind) {
    case 'inactive':
      return isInactive(why.cause.table, name)
    case 'below':
      return `The ${noun} “${name}” belongs to it.`
    case 'used':
      return `The ${noun} “${name}” uses it.`
    case 'name':
      return takenIn(recordTables[table].unique ?? { thing: recordTables[table].name })
    case 'external_id':
      return externalIdTaken(table)
    case 'unfit':
      return `The ${noun} “${name}” has a different ${labels(why.cause.table, why.fields)} now.`
    case 'shared':
      return leftBehind(table, why.sharers, await titlesNow(db, table, why.sharers.now))
  }
}

function touched(entry: LaterEntry | undefined) {
  const what = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored' }[entry?.action ?? 'edit']
  return `${entry?.by ?? 'Someone else'} has since ${what} it.`
}

/** The labels of these fields; `it` if nobody sees any of them. */
function labels(table: RecordTable, fields: string[]) {
  const shown = new Set(fields.map((field) => labelOf(table, field)).filter(Boolean))
  return shown.size ? new Intl.ListFormat('en-US').format([...shown]) : 'it'
}

/** What French was written for has no label: the French has. */
const labelOf = (table: RecordTable, field: string) => {
  const { french } = frenchColumnsOf(table).find(({ writtenFor }) => writtenFor === field) ?? {}
  return columnOf(table, french ?? field)?.label ?? field
}

/**
 * Why a sold RV cannot go back to its former owner: what was written in it since is the next owner's, and would stay
 * with the former one.
 */
export function writtenByNextOwner({ fields }: NetEffect, later: LaterEntry[]): Why | undefined {
  const [seller] = fields['sold_by'] ?? []
  const [before, owner] = fields['user_id'] ?? []
  if (before !== null || !seller || seller === owner) return undefined
  const entry = later.findLast((one) => one.fields.length > 0)
  return entry && { kind: 'set', entry, fields: entry.fields }
}
