import type { AttentionKind } from '#contract/dashboard.ts'
import { newId } from '../../clock.ts'
import { cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { manualName } from '../manuals/manuals.repository.ts'
import { printedDigests } from '../manuals/printed.ts'

/** How many records need something, and when the first of them began to. */
export type Found = { count: number; since: string | null }

type Counted = { count: number | string; since: string | null }
const toFound = ({ count, since }: Counted): Found => ({ count: Number(count), since })

/**
 * Counts records of a table again only after it has changed, and says when the first of them was added: the one with the
 * first id, which an index has. `condition` consists of the server's own words.
 */
async function countWhere(db: Db, table: RecordTable, condition: string) {
  const { stamp } = await readCounts(db, table, [])
  const found = `select count(*) as count, min(id) as first from ${table} where ${condition}`
  const query = {
    sql: `select count, (select created_at from ${table} where id = first) as since from (${found}) as found`,
    values: [],
  }
  const [counted] = await cachedRows(db, { stamp, offThread: true }, query, toFound)
  return counted ?? { count: 0, since: null }
}

/** The active RVs without a serial number. */
export const rvsWithoutSerial = (db: Db) => countWhere(db, 'rvs', 'serial_no is null and is_deleted = 0')

/** The active manual pages without text. */
export const emptyPages = (db: Db) => countWhere(db, 'manual_pages', `content = '' and is_deleted = 0`)

/** The active manuals without a PDF. */
export const manualsWithoutPdf = (db: Db) => countWhere(db, 'manuals', 'pdf_file is null and is_deleted = 0')

/** The active maintenance items due from one day to another, both included; `since` is the first due date. */
export async function dueItems(db: Db, from: string, to: string) {
  const found = await db
    .selectFrom('maintenance_items')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('due_date').as('since')])
    .where('is_deleted', '=', 0)
    .where('due_date', '>=', from)
    .where('due_date', '<=', to)
    .executeTakeFirstOrThrow()
  return toFound({ ...found, count: Number(found.count) })
}

/** The active administrators without a second factor, the longest there first. */
export const withoutSecondFactor = (db: Db) =>
  db
    .selectFrom('admins')
    .select(['id', 'name', 'created_at'])
    .where('status', '=', 'ACTIVE')
    .where('is_deleted', '=', 0)
    .where('totp_since', 'is', null)
    .where('passkey_count', '=', 0)
    .orderBy('created_at')
    .execute()

/** The messages since then that the push service refused for some recipients, newest first. */
export async function failedDeliveries(db: Db, since: string) {
  const rows = await db
    .selectFrom('notifications')
    .select(['id', 'title', 'recipients', 'counts', 'created_at'])
    .where('created_at', '>=', since)
    .where('is_deleted', '=', 0)
    .where('counts', 'like', '%"failed"%')
    .orderBy('created_at', 'desc')
    .execute()
  return rows
    .map(({ counts, ...row }) => ({ ...row, failed: Number(JSON.parse(counts).failed ?? 0) }))
    .filter(({ failed }) => failed > 0)
}

/** The ids of the changes since the id `from` that stopped half-way and were not undone, newest first. */
export async function failedChanges(db: Db, from: string) {
  const rows = await readQuery<{ id: string }>(
    db,
    `select id from changes where state = 'failed' and id >= ?
       and not exists (select 1 from changes as undo where undo.undoes = changes.id and undo.state <> 'failed')
     order by id desc`,
    [from],
  )
  return rows.map(({ id }) => id)
}

/** The active manuals whose PDF shows something else than would be printed now, and since when. */
export async function outdatedPdfs(db: Db) {
  const rows = await db
    .selectFrom('manuals')
    .innerJoin('rv_types', 'rv_types.id', 'manuals.cat_id')
    .innerJoin('years', 'years.id', 'manuals.year_id')
    .select(['manuals.id as _id', 'rv_types.name as rv_type', 'years.name as year', 'pdf_digest', 'pdf_made_at'])
    .where('manuals.is_deleted', '=', 0)
    .where('pdf_file', 'is not', null)
    .orderBy('rv_types.name_key')
    .orderBy('years.name_key')
    .execute()
  const manuals = rows.map((row) => ({ ...row, name: manualName(row.rv_type, row.year) }))
  const digests = await printedDigests(db, manuals)
  const outdated = manuals.filter(({ _id, pdf_digest }) => pdf_digest !== digests.get(_id))
  const changed = await firstChanges(db, outdated)
  return outdated.map(({ _id, name, pdf_made_at }) => ({ _id, name, since: changed.get(_id) ?? pdf_made_at }))
}

/** When a page of each of these manuals first changed after the PDF was made, by the manual. */
async function firstChanges(db: Db, manuals: { _id: string; pdf_made_at: string | null }[]) {
  if (!manuals.length) return new Map<string, string>()
  const rows = await db
    .selectFrom('manual_pages')
    .innerJoin('manuals', 'manuals.id', 'manual_pages.manual_id')
    .select(['manual_id', ({ fn }) => fn.min('manual_pages.updated_at').as('since')])
    .where('manual_id', 'in', manuals.map(({ _id }) => _id).slice(0, MOST_ASKED))
    .whereRef('manual_pages.updated_at', '>', 'manuals.pdf_made_at')
    .groupBy('manual_id')
    .execute()
  return new Map(rows.map(({ manual_id, since }) => [manual_id, since]))
}

/** Fewer than a statement of either database can bind. */
const MOST_ASKED = 500

/** When the installation began: of what was never set up, since when that has been missing. */
export async function installedAt(db: Db) {
  const row = await db
    .selectFrom('migrations')
    .select(({ fn }) => fn.min('applied_at').as('at'))
    .executeTakeFirstOrThrow()
  return row.at
}

/** Stands for everybody in put_off, and for a line that is about no single record. */
const NONE = ''

type Line = { kind: AttentionKind; record_id?: string | undefined }

/** What an administrator does not want to see at `now`, or nobody should. */
export async function readPutOff(db: Db, adminId: string, now: string) {
  const rows = await db
    .selectFrom('put_off')
    .select(['kind', 'record_id'])
    .where('admin_id', 'in', [adminId, NONE])
    .where('until', '>', now)
    .execute()
  const hidden = new Set(rows.map(({ kind, record_id }) => `${kind} ${record_id}`))
  return ({ kind, record_id = NONE }: Line) => hidden.has(`${kind} ${record_id}`)
}

/** Hides a line from an administrator, or without an id from everybody, until then; in a transaction. */
export async function putOff(db: Db, { kind, record_id = NONE }: Line, adminId = NONE, until: string) {
  await db
    .insertInto('put_off')
    .values({ id: newId(), admin_id: adminId, kind, record_id, until })
    .onConflict((conflict) => conflict.columns(['admin_id', 'kind', 'record_id']).doUpdateSet({ until }))
    .execute()
}

/** Shows a line again to an administrator, and with `forAll` to everybody for whom it was put off together. */
export async function showAgain(db: Db, { kind, record_id = NONE }: Line, adminId: string, forAll: boolean) {
  await db
    .deleteFrom('put_off')
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .where('admin_id', 'in', forAll ? [adminId, NONE] : [adminId])
    .execute()
}
