import type { AttentionKind } from '#contract/dashboard.ts'
import type { Language } from '#contract/french.ts'
import { frenchTypes, type unfinishedStates } from '#contract/french-calls.ts'
import { newId } from '../../clock.ts'
import { cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { manualName, pdfColumns } from '../manuals/manuals.repository.ts'
import { printedDigests } from '../manuals/printed.ts'

/** How many records need attention, and since when the first of them does. */
export type Found = { count: number; since: string | null }

type Counted = { count: number | string; since: string | null }
const toFound = ({ count, since }: Counted): Found => ({ count: Number(count), since })

/**
 * Counts a table's records, again only after it has changed, and says when the first of them was added: the one with
 * the lowest id, which an index has. `condition` consists of the server's own words.
 */
async function countWhere(db: Db, table: RecordTable, condition: string) {
  const found = `select count(*) as count, min(id) as first from ${table} where ${condition}`
  return countBy(
    db,
    table,
    `select count, (select created_at from ${table} where id = first) as since from (${found}) as found`,
  )
}

/** What a statement about a table counts; counted again only after the table has changed. */
async function countBy(db: Db, table: RecordTable, sql: string) {
  const { stamp } = await readCounts(db, table, [])
  const [counted] = await cachedRows(db, { stamp, offThread: true }, { sql, values: [] }, toFound)
  return counted ?? { count: 0, since: null }
}

/** The active RVs without a serial number. */
export const rvsWithoutSerial = (db: Db) => countWhere(db, 'rvs', 'serial_no is null and is_deleted = 0')

/** The active manual pages without text. */
export const emptyPages = (db: Db) => countWhere(db, 'manual_pages', `content = '' and is_deleted = 0`)

/** The active manuals without a PDF. */
export const manualsWithoutPdf = (db: Db) => countWhere(db, 'manuals', 'pdf_file is null and is_deleted = 0')

/**
 * The active records whose French is in one of these states; none if owners read no French. `since` is when the first
 * of those without French was added, or the earliest time since when one has been out of date.
 */
export async function unfinishedFrench(
  db: Db,
  { languages }: Deps['settings'],
  states: (typeof unfinishedStates)[number][],
): Promise<Found> {
  if (!languages.includes('fr')) return { count: 0, since: null }
  const condition = `french in (${states.map((state) => `'${state}'`).join()}) and is_deleted = 0`
  const found = await Promise.all(
    frenchTypes.map((type) =>
      states.includes('older')
        ? countBy(db, type, `select count(*) as count, min(updated_at) as since from ${type} where ${condition}`)
        : countWhere(db, type, condition),
    ),
  )
  const since = found.flatMap((one) => one.since ?? []).sort()[0] ?? null
  return { count: found.reduce((sum, { count }) => sum + count, 0), since }
}

/** The active maintenance items due between two days, inclusive; `since` is the first due date. */
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

/** The active administrators without a second factor, longest-standing first. */
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

/** The ids of changes after the id `from` that stopped half-way and were not undone, newest first. */
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

/** The active manuals whose PDF in a language differs from what would be printed now, and since when. */
export async function outdatedPdfs(db: Db, language: Language = 'en') {
  const { file, madeAt, digest } = pdfColumns[language]
  const manuals = await db
    .selectFrom('manuals')
    .innerJoin('rv_types', 'rv_types.id', 'manuals.cat_id')
    .innerJoin('years', 'years.id', 'manuals.year_id')
    .select(['manuals.id as _id', 'rv_types.name as rv_type', 'years.name as year'])
    .select((manual) => [manual.ref(digest).as('digest'), manual.ref(madeAt).as('made_at')])
    .where('manuals.is_deleted', '=', 0)
    .where(file, 'is not', null)
    .orderBy('rv_types.name_key')
    .orderBy('years.name_key')
    .execute()
  const named = manuals.map((row) => ({ ...row, name: manualName(row.rv_type, row.year) }))
  const digests = await printedDigests(db, named, language)
  const outdated = named.filter((manual) => manual.digest !== digests.get(manual._id))
  const changed = await firstChanges(db, outdated, madeAt)
  return outdated.map(({ _id, name, made_at }) => ({ _id, name, since: changed.get(_id) ?? made_at }))
}

/** When a page of each of these manuals first changed after its PDF was made. */
async function firstChanges(db: Db, manuals: { _id: string }[], madeAt: 'pdf_made_at' | 'pdf_made_at_fr') {
  if (!manuals.length) return new Map<string, string>()
  const rows = await db
    .selectFrom('manual_pages')
    .innerJoin('manuals', 'manuals.id', 'manual_pages.manual_id')
    .select(['manual_id', ({ fn }) => fn.min('manual_pages.updated_at').as('since')])
    .where('manual_id', 'in', manuals.map(({ _id }) => _id).slice(0, MOST_ASKED))
    .whereRef('manual_pages.updated_at', '>', `manuals.${madeAt}`)
    .groupBy('manual_id')
    .execute()
  return new Map(rows.map(({ manual_id, since }) => [manual_id, since]))
}

/** Within the number of values that either database can bind. */
const MOST_ASKED = 500

/** When the installation was set up: whatever was never configured has been missing since then. */
export async function installedAt(db: Db) {
  const row = await db
    .selectFrom('migrations')
    .select(({ fn }) => fn.min('applied_at').as('at'))
    .executeTakeFirstOrThrow()
  return row.at
}

/** Stands for everyone in put_off, and for a line about no single record. */
const NONE = ''

type Line = { kind: AttentionKind; record_id?: string | undefined }

/** The lines that an administrator, or everyone, has put off at `now`. */
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

/** Hides a line from an administrator, or without an id from everyone, until then; in a transaction. */
export async function hideUntil(db: Db, { kind, record_id = NONE }: Line, adminId = NONE, until: string) {
  await db
    .insertInto('put_off')
    .values({ id: newId(), admin_id: adminId, kind, record_id, until })
    .onConflict((conflict) => conflict.columns(['admin_id', 'kind', 'record_id']).doUpdateSet({ until }))
    .execute()
}

/** Shows a line again to an administrator, and with `forAll` to everyone it was put off for. */
export async function showAgain(db: Db, { kind, record_id = NONE }: Line, adminId: string, forAll: boolean) {
  await db
    .deleteFrom('put_off')
    .where('kind', '=', kind)
    .where('record_id', '=', record_id)
    .where('admin_id', 'in', forAll ? [adminId, NONE] : [adminId])
    .execute()
}
