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

/** What a change is: who makes it, by which call, and what is said about it. */
type About<Who> = Readonly<{
  actor: Who
  call: string
  kind: ChangeKind
  message: string
  /** What it does, where its call and its kind leave that open. */
  action?: ChangeAction
  /** What else its sentence names: the browser of a sign-in. */
  detail?: string
  /** Irreversible: something has left the product, or is secret. */
  isFinal?: boolean
  /** The change that this one takes back. */
  undoes?: string
  /** Whether it does again what another undo had taken back. */
  isRedo?: boolean
  /** How many records it is about, when it runs in steps. */
  expected?: number
  /** Of a change of many: how many of its own kind it changes, without those that go along. */
  done?: number
  /** How many records were meant, where some of them were in the wanted state already. */
  meant?: number | undefined
  /** How many records it leaves as they are, because something is in the way. */
  left?: number
  /** What its first record is called, when it is not to be looked up. */
  title?: string
  /** Counts it against what its actor may change, before its first record. Throws 429. */
  allowance?: ((db: Db) => Promise<unknown>) | undefined
  /** From where the call came. */
  place?: (() => Place) | undefined
  /** The hash of its session's token, where it has one. */
  session?: string | undefined
}>

/** How many records there are of each kind, in the order in which they were written. */
export type KindCounts = ReadonlyMap<RecordType, number>

/** The outcome of a change so far. */
type Outcome = {
  /** Fields that others had changed since the caller read the record, and that were kept. */
  merged: MergedField[]
  /** What is written already, and in which transaction: one that is repeated writes everything again. */
  written: { in: Db | undefined; records: number; kinds: KindCounts }
}

/**
 * A change that is being made: what one call, or one job, does to any number of records. Services pass it to whatever
 * writes. Its row is written with the first record.
 */
export type OpenChange<Who extends Actor | System = Actor> = About<Who> &
  Readonly<{
    id: string
    at: string
    /** How many records earlier transactions of the same change have written. */
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

/** Adds what has only now become known of a change, before it writes its first record. */
export const setDetails = <Who extends Actor | System>(
  change: OpenChange<Who>,
  more: Partial<Omit<About<Who>, 'call'>>,
): OpenChange<Who> => Object.assign(change, more)

/**
 * Runs `work` in one transaction with the change of a call. After a conflict it runs again with a fresh change, so that
 * nothing of the first attempt is left. `warning` says what of the input could not be kept.
 */
export type Write = <Answer>(
  work: (db: Db, change: OpenChange) => Promise<Answer>,
  more?: { warning?: string | undefined },
) => Promise<Answer>

/** Writes as a part of this change, in the transaction that is open or one of its own. */
export const asPartOf =
  (db: Db, change: OpenChange): Write =>
  (work) =>
    inTransaction(db, (db) => work(db, change))

/** Any change, whoever makes it. */
export type AnyChange = OpenChange<Actor> | OpenChange<System> | OpenChange<Actor | System>

/** Who makes a change and from where, as the security record of an administrator has it. */
export const whoAndWhere = ({ actor, place }: AnyChange) => ({
  place: place?.(),
  ...(actor.kind === 'system' ? { detail: actor.reason } : { by: actor._id }),
})

/**
 * Counts `ids` of `table` as records of the change and returns the place of the first one among all of them. Writes the
 * row of the change before its first record, whose `title` need not be looked up where it is known. Call it in the
 * transaction of the change. Throws 429 for an actor who has changed more than is allowed.
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

/** Folds what the same owner has changed within an hour: this change stands for it in the list of changes. */
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

/** What an answer says of its change: the id, null if nothing was written, and whether it can be taken back. */
export const changeInAnswer = ({ id, isFinal = false, outcome }: AnyChange) =>
  outcome.written.in ? { change_id: id, can_undo: !isFinal } : NO_CHANGE

const NO_CHANGE = { change_id: null, can_undo: false }

/** The same of a call that was made before, and of the change that it made then. */
export async function repeatedInAnswer(db: Db, id: string | null) {
  if (id === null) return NO_CHANGE
  const row = await db.selectFrom('changes').select(['is_final', 'undone_by']).where('id', '=', id).executeTakeFirst()
  // The history may have forgotten it.
  return { change_id: id, can_undo: row?.is_final === 0 && row.undone_by === null }
}

/** What records are called now, by id. */
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
