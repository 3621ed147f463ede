import type { Change, ChangedRecord, FieldChange } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { filePath } from '../../outside/files/store.ts'
import { type Changes, entryId } from '../../records/activity.ts'
import { titlesOf } from '../../records/open-change.ts'
import { columnOf } from '../../records/record-tables.ts'
import { findChange, selectChanges, toChange } from './changes.repository.ts'

/** An entry as stored. */
type Entry = {
  table_name: RecordType
  record_id: string
  action: ChangedRecord['kind']
  version: number | null
  changes: string
}

type Paging = { page?: number | undefined; per_page?: number | undefined }

const entryColumns = [
  'activity.table_name',
  'activity.record_id',
  'activity.action',
  'activity.version',
  'activity.changes',
] as const

/** A page of the records of a change, in the order in which it wrote them, with the change. Throws 404. */
export async function recordsOfChange(db: Db, id: string, paging: Paging) {
  const change = await findChange(db, id)
  const { current_page, first, size } = placeOf(paging)
  const entries = await db
    .selectFrom('activity')
    .select(entryColumns)
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
    // Versions tell the order in which a change in steps and others came.
    .orderBy(({ fn, val }) => fn.coalesce('activity.version', val(0)), 'desc')
    .orderBy('activity.id', 'desc')
    .limit(size)
    .offset(first)
    .execute()
  const changes = await changesById(db, [...new Set(page.map(({ change_id }) => change_id))])
  const data = await toRecords(db, page)
  return {
    data: data.map((entry, place) => ({ ...entry, change: changes.get(page[place]?.change_id ?? '') as Change })),
    total: Number(total),
    current_page,
  }
}

function placeOf({ page = 1, per_page = 10 }: Paging) {
  return { current_page: page, first: (page - 1) * per_page, size: per_page }
}

async function changesById(db: Db, ids: string[]) {
  if (!ids.length) return new Map<string, Change>()
  const rows = await selectChanges(db).where('changes.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toChange(row)]))
}

async function toRecords(db: Db, entries: Entry[]): Promise<ChangedRecord[]> {
  const titles = await namesOf(db, entries)
  return entries.map(({ table_name, record_id, action, version, changes }) => ({
    record_type: table_name,
    record_id,
    title: titles.get(`${table_name} ${record_id}`) ?? '',
    kind: action,
    version,
    fields: fieldsOf(table_name, JSON.parse(changes) as Changes, titles),
  }))
}

/** The names of the records of these entries and of those that they refer to, by kind and id. */
async function namesOf(db: Db, entries: Entry[]) {
  const wanted = new Map<RecordType, Set<string>>()
  const want = (table: RecordType, id: unknown) => {
    if (typeof id === 'string') wanted.set(table, (wanted.get(table) ?? new Set()).add(id))
  }
  for (const { table_name, record_id, changes } of entries) {
    want(table_name, record_id)
    for (const [field, values] of Object.entries(JSON.parse(changes) as Changes)) {
      const refersTo = columnOf(table_name, field)?.refersTo
      if (refersTo) for (const id of values) want(refersTo, id)
    }
  }
  const names = new Map<string, string>()
  for (const [table, ids] of wanted) {
    for (const [id, title] of await titlesOf(db, table, [...ids])) names.set(`${table} ${id}`, title)
  }
  return names
}

function fieldsOf(table: RecordType, changes: Changes, names: Map<string, string>): FieldChange[] {
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
    const [from, to] = values
    return [{ field, label, type, from: read(from), to: read(to) }]
  })
}
