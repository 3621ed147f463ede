import type { Change, NamedRecord } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, Tables } from '../../../db/schema.ts'
import { entryId } from '../../../records/activity.ts'
import { distinctNames, type Name } from '../../../records/names/names.ts'
import type { StoredPair } from '../../../records/names/shortened.ts'
import { columnOf } from '../../../records/record-tables.ts'
import { type Row, whoMade } from './changes.repository.ts'
import type { Mention } from './words.ts'

/** The most records that a sentence may name. */
const NAMED = 10
/** Changes of at most this many records are read completely. */
const LOOKED_AT = 100
/** Longer lists are read without counting. */
const LONG_LIST = 100
/** The longest chain of undos of undos that is followed. */
const LONGEST_CHAIN = 50

/** The facts from which a sentence is made. */
export type ChangeFacts = Pick<
  Tables['changes'],
  | 'call'
  | 'kind'
  | 'action'
  | 'detail'
  | 'record_type'
  | 'title'
  | 'record_count'
  | 'done_count'
  | 'expected_count'
  | 'state'
  | 'left_count'
> & {
  by: Change['by']
  /** Its records, each once, in the order written: all, or the first ten. */
  records: (NamedRecord & { action: Entry['action'] })[]
  /** How many records of each kind, in the order written; undefined if they are too many. */
  counts: Counts | undefined
  /** What happened to the first record's fields, with values as stored. */
  fields: Record<string, StoredPair>
  /** The names of the records that these fields refer to. */
  nameOf: (table: RecordType, id: string) => Name | undefined
  /** For a move: the record that then came next, whose number was shifted. */
  next?: Mention | undefined
  is_redo: boolean
  /** What this change finally undid or redid; undefined if the history does not reach back. */
  undone?: ChangeFacts | undefined
}

type Counts = [RecordType, number][]
type Link = Omit<Row, 'seq'> &
  Pick<Tables['changes'], 'call' | 'action' | 'detail' | 'done_count' | 'kinds'> & { origin: string; depth: number }
type Entry = Pick<Tables['activity'], 'id' | 'change_id' | 'table_name' | 'record_id' | 'action'>

/** The facts about these changes, by id, in a fixed number of statements however many there are. */
export async function factsOf(db: Db, ids: string[]) {
  const chains = Map.groupBy(await readChains(db, ids), ({ origin }) => origin)
  const ends = [...chains.values()].map((links) => [links[0], links.at(-1)] as const)
  const changes = new Map(ends.flat().flatMap((link) => (link ? [[link.id, link]] : [])))
  const tell = await readRecords(db, [...changes.values()])
  const facts = new Map<string, ChangeFacts>()
  for (const [origin, links] of chains) {
    const [link, root] = [links[0], links.at(-1)]
    if (!link || !root) continue
    const isKnown = link !== root && root.undoes === null
    facts.set(origin, { ...tell(link), undone: isKnown ? tell(root) : undefined })
  }
  return facts
}

/** Each of these changes, what it undid, and what that undid, in this order. */
const readChains = (db: Db, ids: string[]) =>
  readQuery<Link>(
    db,
    `with recursive chain (origin, id, undoes, depth) as (
       select id, id, undoes, 0 from changes where id in ${engineOf(db).textsFromJson}
       union all
       select chain.origin, changes.id, changes.undoes, chain.depth + 1
       from chain inner join changes on changes.id = chain.undoes where chain.depth < ${LONGEST_CHAIN}
     )
     select chain.origin, chain.depth, changes.id, changes.call, changes.at, changes.kind, changes.action,
       changes.detail, changes.record_type, changes.title, changes.record_count, changes.kinds, changes.done_count,
       changes.expected_count, changes.state, changes.left_count, changes.undoes, changes.is_redo, changes.admin_id, changes.user_id, changes.reason,
       admins.name as admin_name, users.name as user_name
     from chain inner join changes on changes.id = chain.id
     left join admins on admins.id = changes.admin_id left join users on users.id = changes.user_id
     order by chain.depth`,
    [JSON.stringify(ids)],
  )

/** Reads the records of these changes and their names; returns a function that gathers each change's facts. */
async function readRecords(db: Db, changes: Link[]) {
  const isLong = changes.length > LONG_LIST
  const lookedAt = isLong ? NAMED : LOOKED_AT
  const sampled = ({ record_count }: Link) => (record_count <= lookedAt ? record_count : NAMED)
  const entries = await entriesAt(
    db,
    changes.flatMap((one) => Array.from({ length: sampled(one) }, (_, place) => entryId(one.id, place))),
  )
  const fields = await fieldsAt(
    db,
    changes.map(({ id }) => entryId(id, 0)),
  )
  const next = await nextOf(
    db,
    changes.filter(({ kind }) => kind === 'reorder'),
  )
  const names = await namesIn(db, [...entries, ...next.values()], fields)
  const nameOf = (table: RecordType, id: string) => names.get(`${table} ${id}`)
  const byChange = Map.groupBy(entries, ({ change_id }) => change_id)
  const nextNameOf = (id: string) => {
    const one = next.get(id)
    const name = one && nameOf(one.table_name, one.record_id)
    return name && { record_type: one.table_name, record_id: one.record_id, title: name.title }
  }

  return ({ id, call, kind, kinds, is_redo, record_type, title, ...change }: Link): ChangeFacts => {
    const own = [
      ...new Map((byChange.get(id) ?? []).map((one) => [`${one.table_name} ${one.record_id}`, one])).values(),
    ]
    const records = own.map(({ table_name, record_id, action }, place) => {
      const now = nameOf(table_name, record_id)
      // The first one's name at that time, unless the change is named after its size or what it undid.
      const isTitled = place === 0 && kind !== 'undo' && change.expected_count === null && kind !== 'import'
      return {
        record_type: table_name,
        record_id,
        title: (isTitled && title) || (now?.title ?? ''),
        within: now?.within ?? null,
        action,
      }
    })
    return {
      ...change,
      call,
      kind,
      record_type,
      title,
      records,
      next: nextNameOf(id),
      counts: change.record_count <= lookedAt ? countKinds(records) : kinds ? kindsOf(kinds) : undefined,
      is_redo: is_redo === 1,
      nameOf,
      by: whoMade(change),
      record_count: Number(change.record_count),
      fields: fields.get(entryId(id, 0)) ?? {},
    }
  }
}

/** The records that then followed those moved by these changes. */
async function nextOf(db: Db, moves: Link[]) {
  const rows = moves.length
    ? await readQuery<Entry>(
        db,
        `select id, change_id, table_name, record_id, 'edit' as action from renumbered
         where change_id in ${engineOf(db).textsFromJson} and id >= ? order by id desc`,
        [JSON.stringify(moves.map(({ id }) => id)), moves.map(({ id }) => id).toSorted()[0] ?? ''],
      )
    : []
  // Here the first one comes last.
  return new Map(rows.map((row) => [row.change_id, row]))
}

const entriesAt = (db: Db, ids: string[]) =>
  readQuery<Entry>(
    db,
    `select id, change_id, table_name, record_id, action from activity
     where id in ${engineOf(db).textsFromJson} order by id`,
    [JSON.stringify(ids)],
  )

const countKinds = (records: NamedRecord[]): Counts =>
  [...Map.groupBy(records, ({ record_type }) => record_type)].map(([type, some]) => [type, some.length])

const kindsOf = (kinds: string): Counts => (JSON.parse(kinds) as Counts).filter(([_kind, count]) => count > 0)

/** What happened to the fields of these entries, if they are edits. */
async function fieldsAt(db: Db, ids: string[]) {
  const rows = await readQuery<{ id: string; table_name: RecordType; changes: string }>(
    db,
    `select id, table_name, coalesce(shortened, changes) as changes from activity
     where id in ${engineOf(db).textsFromJson} and action = 'edit'`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, changes }) => [id, JSON.parse(changes) as Record<string, StoredPair>]))
}

async function namesIn(db: Db, entries: Entry[], fields: Map<string, Record<string, StoredPair>>) {
  const wanted = new Map<RecordType, Set<string>>()
  const want = (table: RecordType, id: unknown) => {
    if (typeof id === 'string') wanted.set(table, (wanted.get(table) ?? new Set()).add(id))
  }
  for (const { id, table_name, record_id } of entries) {
    want(table_name, record_id)
    for (const [field, [from, to]] of Object.entries(fields.get(id) ?? {})) {
      const refersTo = columnOf(table_name, field)?.refersTo
      if (refersTo) for (const other of [from, to]) want(refersTo, other)
    }
  }
  const names = new Map<string, Name>()
  for (const [table, ids] of wanted) {
    for (const [id, name] of await distinctNames(db, table, [...ids])) names.set(`${table} ${id}`, name)
  }
  return names
}
