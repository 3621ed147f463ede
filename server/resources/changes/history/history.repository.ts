import type { ExpressionBuilder } from 'kysely'
import type { ChangedRecord, DescribedChange, FieldChange } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, Tables } from '../../../db/schema.ts'
import { notFound } from '../../../errors.ts'
import { filePath } from '../../../integrations/files/store.ts'
import { type Changes, entryId, toWire } from '../../../records/activity.ts'
import { type Pair, type StoredPair, shortened } from '../../../records/names/shortened.ts'
import { titlesOf } from '../../../records/open-change.ts'
import { columnOf } from '../../../records/record-tables.ts'
import { findChange, selectChanges, toChange } from './changes.repository.ts'
import { describedChange, describedChanges } from './described.ts'

/** An entry as stored. */
type Entry = {
  id: string
  table_name: RecordType
  record_id: string
  action: ChangedRecord['kind']
  version: number
  changes: string
}

type Paging = { page?: number | undefined; per_page?: number | undefined }

const entryColumns = [
  'activity.id',
  'activity.table_name',
  'activity.record_id',
  'activity.action',
  'activity.version',
] as const

/** An entry's changes, in their short form if there is one. */
const inShort = ({ fn }: ExpressionBuilder<Tables, 'activity'>) =>
  fn.coalesce('activity.shortened', 'activity.changes').as('changes')

/** A page of a change's records, in the order written, with the change. Throws 404. */
export async function recordsOfChange(db: Db, id: string, paging: Paging) {
  const change = await describedChange(db, await findChange(db, id))
  const { current_page, first, size } = placeOf(paging)
  const entries = await db
    .selectFrom('activity')
    .select(entryColumns)
    .select(inShort)
    // Entries are numbered without gaps, so a page is a range of the key.
    .where('id', '>=', entryId(id, first))
    .where('id', '<', entryId(id, first + size))
    .orderBy('id')
    .execute()
  return { data: await toRecords(db, entries), total: change.record_count, current_page, change }
}

/** A page of what happened to one record, newest first, each entry with its change. Throws 404. */
export async function historyOf(db: Db, table: RecordType, id: string, paging: Paging) {
  if (!(await titlesOf(db, table, [id])).has(id)) throw notFound('This record')
  const { current_page, first, size } = placeOf(paging)
  const entries = db
    .selectFrom('activity')
    .innerJoin('changes', 'changes.id', 'activity.change_id')
    .where('activity.record_id', '=', id)
    .where('activity.table_name', '=', table)
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const page = await entries
    .select([...entryColumns, 'activity.change_id'])
    .select(inShort)
    .orderBy('activity.version', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(size)
    .offset(first)
    .execute()
  const changes = await changesById(db, [...new Set(page.map(({ change_id }) => change_id))])
  const data = await toRecords(db, page)
  return {
    data: data.map((entry, place) => ({
      ...entry,
      change: changes.get(page[place]?.change_id ?? '') as DescribedChange,
    })),
    total: Number(total),
    current_page,
  }
}

function placeOf({ page = 1, per_page = 10 }: Paging) {
  return { current_page: page, first: (page - 1) * per_page, size: per_page }
}

async function changesById(db: Db, ids: string[]) {
  if (!ids.length) return new Map<string, DescribedChange>()
  const rows = await selectChanges(db).where('changes.id', 'in', ids).execute()
  return new Map((await describedChanges(db, rows.map(toChange))).map((change) => [change._id, change]))
}

/** One entry with full texts, and its change. Throws 404. */
export async function findEntry(db: Db, id: string) {
  const entry = await db
    .selectFrom('activity')
    .select([...entryColumns, 'activity.changes', 'activity.change_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!entry) throw notFound('This entry')
  const [record] = await toRecords(db, [entry], (_table, _field, [from, to]) => ({ from, to, isShortened: false }))
  return { ...(record as ChangedRecord), change: await findChange(db, entry.change_id) }
}

/** What would happen to these records, as people read it. */
export const readable = (db: Db, table: RecordType, records: { id: string; changes: Changes }[]) =>
  toRecords(
    db,
    records.map(({ id, changes }) => ({
      id,
      table_name: table,
      record_id: id,
      action: 'edit',
      version: 0,
      changes: JSON.stringify(toWire(table, changes)),
    })),
  )

async function toRecords(db: Db, entries: Entry[], valuesOf = shortened): Promise<ChangedRecord[]> {
  const read = entries.map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) as StoredChanges }))
  const titles = await namesOf(db, read)
  return read.map(({ id, table_name, record_id, action, version, changes }) => ({
    entry_id: id,
    record_type: table_name,
    record_id,
    title: titles.get(`${table_name} ${record_id}`) ?? '',
    kind: action,
    version: version || null,
    fields: fieldsOf(table_name, changes, titles, valuesOf),
  }))
}

type StoredChanges = Record<string, StoredPair>

/** The names of these entries' records and of those they refer to, by kind and id. */
async function namesOf(db: Db, entries: (Omit<Entry, 'changes'> & { changes: StoredChanges })[]) {
  const wanted = new Map<RecordType, Set<string>>()
  const want = (table: RecordType, id: unknown) => {
    if (typeof id === 'string') wanted.set(table, (wanted.get(table) ?? new Set()).add(id))
  }
  for (const { table_name, record_id, changes } of entries) {
    want(table_name, record_id)
    for (const [field, [from, to]] of Object.entries(changes)) {
      const refersTo = columnOf(table_name, field)?.refersTo
      if (refersTo) for (const id of [from, to]) want(refersTo, id)
    }
  }
  const names = new Map<string, string>()
  for (const [table, ids] of wanted) {
    for (const [id, title] of await titlesOf(db, table, [...ids])) names.set(`${table} ${id}`, title)
  }
  return names
}

function fieldsOf(
  table: RecordType,
  changes: StoredChanges,
  names: Map<string, string>,
  valuesOf: (table: RecordType, field: string, values: StoredPair) => Pair,
): FieldChange[] {
  return Object.entries(changes).flatMap(([field, values]) => {
    const { label, type, refersTo } = columnOf(table, field) ?? { label: field, type: 'text' as const }
    if (type === 'hidden') return []
    const read = (stored: unknown) => {
      const value = stored as string | number | boolean | null | undefined
      if (value === null || value === undefined) return null
      if (refersTo) return { _id: value, name: names.get(`${refersTo} ${value}`) ?? '' }
      if (type === 'picture' || type === 'file') return filePath(String(value))
      return type === 'flag' ? Boolean(value) : value
    }
    const { from, to, isShortened } = valuesOf(table, field, values)
    return [{ field, label, type, from: read(from), to: read(to), ...(isShortened && { is_shortened: true }) }]
  })
}
