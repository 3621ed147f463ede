import type { UndoObstacle } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../../../db/schema.ts'
import { lastChange } from '../../../activity.ts'
import { frenchColumnsOf } from '../../../french.ts'
import { titlesOf } from '../../../open-change.ts'
import { columnOf, recordTables } from '../../../record-tables.ts'
import { isInactive } from '../../rules/parents.ts'
import { refusalFor } from '../../rules/refusal.ts'
import type { Which, Why } from '../../rules/rule.ts'
import { leftBehind, titlesNow } from '../../rules/sharers.ts'
import type { LaterEntry } from './later-entries.ts'
import type { NetEffect } from './net-effect.ts'

/** A record that cannot be undone: because of what someone did to it since, or of what a rule says. */
export type Obstacle = Which & { why: Why | Touched }

/** What someone has done to a record since, or set in these `fields`; without an entry, its history does not say. */
export type Touched = { kind: 'touched'; entry?: LaterEntry; fields?: string[] }

/** A record in the way, and who changed it when. */
type InTheWay = { record_type: RecordType; record_id: string; title: string; by: string; at: string }

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
export async function causesOf(db: Db, obstacles: Obstacle[]): Promise<InTheWay[]> {
  const causes = new Map(obstacles.map((one) => [`${causeOf(one).table} ${causeOf(one).id}`, one]))
  const titleOf = await titlesFor(db, [...causes.values()].map(causeOf))
  const touched: InTheWay[] = []
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
  if (why.kind === 'touched') return touchedSince(table, why)
  if (why.kind === 'shared') return leftBehind(table, why.sharers, await titlesNow(db, table, why.sharers.now))
  if (why.kind !== 'choice') return (await refusalFor(db, table, why, name)).message
  const { cause, differing } = why
  if (!differing) return isInactive(cause.table, name)
  return `The ${recordTables[cause.table].noun[0]} “${name}” has a different ${labels(cause.table, differing)} now.`
}

function touchedSince(table: RecordTable, { entry, fields }: Touched) {
  const by = entry?.by ?? 'Someone else'
  // Some labels end with a full stop themselves.
  if (fields) return `${by} has since changed ${labels(table, fields)}.`.replace('..', '.')
  const what = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored' }[entry?.action ?? 'edit']
  return `${by} has since ${what} it.`
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
export function writtenByNextOwner({ fields }: NetEffect, later: LaterEntry[]): Touched | undefined {
  const [seller] = fields['sold_by'] ?? []
  const [before, owner] = fields['user_id'] ?? []
  if (before !== null || !seller || seller === owner) return undefined
  const entry = later.findLast((one) => one.fields.length > 0)
  return entry && { kind: 'touched', entry, fields: entry.fields }
}
