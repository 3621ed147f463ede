import { sql } from 'kysely'
import type { ChangeKind } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { MergedField } from '#contract/records.ts'
import type { Actor, System } from '../actor.ts'
import type { Place } from '../auth/security-events.ts'
import { HOUR, isoNow, newId } from '../clock.ts'
import type { ChangeAction } from '../db/change-schema.ts'
import { engineOf } from '../db/engines/engine.ts'
import { insertRow, readQuery } from '../db/raw-query.ts'
import type { Db, Tables } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import { inTransaction } from '../db/transaction.ts'
import { titleSql } from './names/names.ts'

/** The facts of a change: who makes it, by which call, and what is said about it. */
type About<Who> = Readonly<{
  actor: Who
  call: string
  kind: ChangeKind
  message: string
  /** What it does, if its call and kind leave that open. */
  action?: ChangeAction
  /** What else its sentence mentions: the browser of a sign-in. */
  detail?: string
  /** Irreversible: something has left the product, or is secret. */
  isFinal?: boolean
  /** The change that this one undoes. */
  undoes?: string
  /** Whether it redoes what another undo had undone. */
  isRedo?: boolean
  /** How many records it covers, if it runs in steps. */
  expected?: number
  /** For a change of many: how many of its own kind it changes, without those that go along. */
  done?: number
  /** How many records were meant, if some were already in the wanted state. */
  meant?: number | undefined
  /** How many records it skips because something is in the way. */
  left?: number
  /** The name of its first record, if it should not be looked up. */
  title?: string
  /** Counts it against its actor's allowance, before its first record. Throws 429. */
  allowance?: ((db: Db) => Promise<unknown>) | undefined
  /** Where the call came from. */
  place?: (() => Place) | undefined
  /** The hash of its session's token, if it has one. */
  session?: string | undefined
}>

/** How many records of each kind, in the order written. */
export type KindCounts = ReadonlyMap<RecordType, number>

/** The outcome of a change so far. */
type Outcome = {
  /** Fields that others had changed since the caller read the record, and that were kept. */
  merged: MergedField[]
  /** What is already written, and in which transaction: a repeated one writes everything again. */
  written: { in: Db | undefined; records: number; kinds: KindCounts }
}

/**
 * An open change: what one call, or one job, does to any number of records. Services pass it to everything that writes.
 * Its row is written with the first record.
 */
export type OpenChange<Who extends Actor | System = Actor> = About<Who> &
  Readonly<{
    id: string
    at: string
    /** How many records earlier transactions of the same change wrote. */
    earlier?: number
    /** The same by kind. */
    earlierKinds?: KindCounts
    outcome: Outcome
  }>

const nothingWritten = (): Outcome['written'] => ({ in: undefined, records: 0, kinds: new Map() })

/** Begins a change. Nothing is written yet. */
export const openChange = <Who extends Actor | System>(about: About<Who>): OpenChange<Who> => ({
  ...about,
  id: newId(),
  at: isoNow(),
  outcome: { merged: [], written: nothingWritten() },
})

/** Adds facts about a change that became known late, before it writes its first record. */
export const setDetails = <Who extends Actor | System>(
  change: OpenChange<Who>,
  more: Partial<Omit<About<Who>, 'call'>>,
): OpenChange<Who> => Object.assign(change, more)

/**
 * Runs `work` in one transaction with a call's change. After a conflict it runs again with a fresh change, so that
 * nothing of the first attempt remains. `warning` says what part of the input could not be kept.
 */
export type Write = <Answer>(
  work: (db: Db, change: OpenChange) => Promise<Answer>,
  more?: { warning?: string | undefined },
) => Promise<Answer>

/** Writes as part of this change, in the open transaction or a new one. */
export const asPartOf =
  (db: Db, change: OpenChange): Write =>
  (work) =>
    inTransaction(db, (db) => work(db, change))

/** A change by anyone. */
export type AnyChange = OpenChange<Actor> | OpenChange<System> | OpenChange<Actor | System>

/** Who makes a change and from where, for the security record of an administrator. */
export const whoAndWhere = ({ actor, place }: AnyChange) => ({
  place: place?.(),
  ...(actor.kind === 'system' ? { detail: actor.reason } : { by: actor._id }),
})

/**
 * Counts `ids` of `table` as records of the change and returns the place of the first one among all of them. Writes the
 * change's row before its first record, whose `title` need not be looked up if known. Call it in the transaction of the
 * change. Throws 429 for an actor who has changed more than allowed.
 */
export async function countRecords(db: Db, change: AnyChange, table: RecordType, ids: string[], title?: string) {
  const { written } = change.outcome
  const isFirst = written.in !== db
  const before = isFirst ? (change.earlier ?? 0) : written.records
  const kinds = addTo(isFirst ? new Map() : written.kinds, [[table, ids.length]])
  const all = JSON.stringify([...addTo(change.earlierKinds ?? new Map(), kinds)])
  if (isFirst) await change.allowance?.(db)
  if (isFirst && change.earlier === undefined) await writeChange(db, change, table, { ids, known: title, kinds: all })
  else {
    const step = change.earlier === undefined ? {} : { last_seq: sql<number>`${sql.raw(engineOf(db).nextChange)}` }
    await db
      .updateTable('changes')
      .set({ record_count: before + ids.length, kinds: all, ...step })
      .where('id', '=', change.id)
      .execute()
  }
  change.outcome.written = { in: db, records: before + ids.length, kinds }
  return before
}

/** These numbers with more of each kind. */
function addTo(counts: KindCounts, more: Iterable<[RecordType, number]>): KindCounts {
  const sums = new Map(counts)
  for (const [kind, count] of more) sums.set(kind, (sums.get(kind) ?? 0) + count)
  return sums
}

type First = { ids: string[]; known: string | undefined; kinds: string }

async function writeChange(db: Db, change: AnyChange, table: RecordType, { ids, known, kinds }: First) {
  const { actor, message, expected } = change
  if (actor.kind === 'visitor') throw new Error(`${change.call} does not say who makes its change`)
  const title = change.title ?? known ?? (await titlesOf(db, table, ids.slice(0, 1))).get(ids[0] ?? '') ?? ''
  const row: Omit<Tables['changes'], 'seq'> = {
    id: change.id,
    is_deleted: 0,
    ...(await foldEarlier(db, change)),
    at: change.at,
    admin_id: actor.kind === 'admin' ? actor._id : null,
    user_id: actor.kind === 'user' ? actor._id : null,
    reason: actor.kind === 'system' ? actor.reason : null,
    call: change.call,
    kind: change.kind,
    action: change.action ?? null,
    message,
    message_key: textKey(message),
    record_type: table,
    title,
    title_key: textKey(title),
    record_count: ids.length,
    kinds,
    done_count: change.done ?? null,
    expected_count: expected ?? change.meant ?? null,
    state: expected === undefined ? 'done' : 'running',
    detail: change.detail ?? null,
    problem: null,
    left_count: change.left ?? 0,
    is_final: change.isFinal ? 1 : 0,
    undoes: change.undoes ?? null,
    is_redo: change.isRedo ? 1 : 0,
    undone_by: null,
    last_seq: null,
  }
  await insertRow(db, 'changes', row, { seq: engineOf(db).nextChange })
}

/** Folds the same owner's changes within an hour: this change stands for them in the list of changes. */
async function foldEarlier(db: Db, { actor, id, at }: AnyChange) {
  if (actor.kind !== 'user') return { fold: null, folded_count: 0 }
  const newest = await db
    .selectFrom('changes')
    .innerJoin('changes as first', 'first.id', 'changes.fold')
    .select(['changes.id', 'changes.fold', 'changes.folded_count', 'first.at as began'])
    .where('changes.user_id', '=', actor._id)
    .orderBy('changes.seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A first one from the future was made while the clock was ahead.
  if (!newest || Math.abs(Date.parse(at) - Date.parse(newest.began)) >= HOUR) return { fold: id, folded_count: 0 }
  await db.updateTable('changes').set({ is_deleted: 1 }).where('id', '=', newest.id).execute()
  return { fold: newest.fold, folded_count: newest.folded_count + 1 }
}

/** What an answer says about its change: the id, null if nothing was written, and whether it can be undone. */
export const changeInAnswer = ({ id, isFinal = false, outcome }: AnyChange) =>
  outcome.written.in ? { change_id: id, can_undo: !isFinal } : NO_CHANGE

const NO_CHANGE = { change_id: null, can_undo: false }

/** The same for a repeated call, about the change that the first one made. */
export async function repeatedInAnswer(db: Db, id: string | null) {
  if (id === null) return NO_CHANGE
  const row = await db.selectFrom('changes').select(['is_final', 'undone_by']).where('id', '=', id).executeTakeFirst()
  // The history may no longer have it.
  return { change_id: id, can_undo: row?.is_final === 0 && row.undone_by === null }
}

/** Records' current names, by id. */
export async function titlesOf(db: Db, table: RecordType, ids: string[]) {
  const titles = new Map<string, string>()
  const { sql, joins } = titleSql(table)
  for (let first = 0; first < ids.length; first += IDS_AT_ONCE) {
    const some = ids.slice(first, first + IDS_AT_ONCE)
    const found = await readQuery<{ id: string; title: string }>(
      db,
      `select ${table}.id, ${sql} as title from ${table} ${joins} where ${table}.id in (${some.map(() => '?').join()})`,
      some,
    )
    for (const { id, title } of found) titles.set(id, title)
  }
  return titles
}

const IDS_AT_ONCE = 500
