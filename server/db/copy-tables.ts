import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RecordType } from '#contract/kinds.ts'
import { countDays, dailyCounts, markComplete } from './daily-counts.ts'
import { fillTable } from './engines/insert-many.ts'
import { parentsFirst } from './parents-first.ts'
import type { Db, Tables } from './schema.ts'
import { stripNul } from './strip-nul.ts'
import { inTransaction } from './transaction.ts'

type Table = keyof Tables
type Copied = { table: Table; key: string | readonly string[] }

/** Those that are no kind of record. */
const otherTables = [
  { table: 'secrets', key: 'name' },
  { table: 'program_keys', key: 'id' },
  { table: 'webhooks', key: 'id' },
  { table: 'webhook_states', key: 'webhook_id' },
  { table: 'webhook_deliveries', key: 'seq' },
  { table: 'one_time_secrets', key: ['purpose', 'subject'] },
  { table: 'sessions', key: 'token_hash' },
  { table: 'ended_sessions', key: 'token_hash' },
  { table: 'security_events', key: 'id' },
  { table: 'known_browsers', key: 'key' },
  { table: 'totp_secrets', key: 'admin_id' },
  { table: 'recovery_codes', key: 'code_hash' },
  { table: 'passkeys', key: 'id' },
  { table: 'views', key: 'id' },
  { table: 'list_preferences', key: 'id' },
  { table: 'dismissed_steps', key: 'admin_id' },
  { table: 'put_off', key: 'id' },
  { table: 'settled_doubts', key: 'id' },
  { table: 'tries', key: 'key' },
  { table: 'known_addresses', key: 'key' },
  { table: 'idempotency_keys', key: 'key_hash' },
  { table: 'stored_files', key: 'name' },
  { table: 'rollovers', key: 'id' },
  { table: 'rollover_copies', key: 'copy_id' },
  { table: 'rollover_take_overs', key: 'id' },
  { table: 'held_services', key: 'service' },
  { table: 'trusted_services', key: 'service' },
  { table: 'app_sessions', key: 'token_hash' },
  { table: 'ended_app_sessions', key: 'token_hash' },
  { table: 'app_sign_ins', key: 'id' },
  { table: 'pruned_rows', key: 'table_name' },
  { table: 'warranties', key: 'id' },
  { table: 'warranty_answers', key: 'serial' },
  { table: 'notification_recipients', key: 'seq' },
  { table: 'scheduled_messages', key: 'notification_id' },
  { table: 'maintenance_reminders', key: ['item_id', 'due_date'] },
  { table: 'devices', key: 'token' },
  { table: 'changes', key: 'id' },
  { table: 'activity', key: 'id' },
  { table: 'renumbered', key: 'id' },
  { table: 'undone_adds', key: 'record_id' },
  { table: 'import_rehearsals', key: 'id' },
  { table: 'import_rows', key: ['rehearsal_id', 'line'] },
  { table: 'privacy_requests', key: 'id' },
  { table: 'import_mappings', key: ['actor_id', 'record_type', 'heads'] },
  { table: 'campaign_notices', key: 'seq' },
  { table: 'campaign_rounds', key: ['campaign_id', 'round', 'kind'] },
  { table: 'campaign_reports', key: ['campaign_id', 'quarter'] },
  { table: 'campaign_dealers', key: ['campaign_id', 'service_id', 'told_on'] },
  { table: 'campaign_arrivals', key: ['change_id', 'place'] },
  { table: 'campaign_reminders', key: ['campaign_id', 'about', 'due_on', 'days'] },
  // Triggers of others write jobs while those are copied.
  { table: 'jobs', key: 'id' },
] as const satisfies Copied[]

/**
 * Every table to copy, each after those it refers to, with the columns that its rows are ordered by when read, unique
 * together.
 */
export const copiedTables: readonly Copied[] = [
  // They have no `seq`, and messages refer to their senders.
  { table: 'admins', key: 'id' },
  ...parentsFirst.filter((table) => table !== 'admins').map((table) => ({ table, key: 'seq' })),
  ...otherTables,
]

/** Each installation has its own, or triggers fill them. */
const ownTables = [
  'migrations',
  'servers',
  'server_notes',
  'record_counts',
  'daily_counts',
  'name_words',
  'synced',
] as const
/** The compiler names a table that is missing from the lists. */
const forgotten: Exclude<Table, RecordType | (typeof otherTables)[number]['table'] | (typeof ownTables)[number]>[] = []
forgotten satisfies never[]

/** Columns that each installation computes itself. */
const COMPUTED: Partial<Record<Table, string[]>> = { notification_recipients: ['id', 'is_deleted', 'moved'] }
const BATCH_SIZE = 2000

/** A table's content: its number of rows, and a SHA-256 over all values in key order. */
export type Content = { rows: number; sha256: string }

/**
 * Makes the tables of `to` equal to those of `from`; both must be migrated. Equal tables are skipped, so an interrupted
 * copy continues where it stopped. Each table is copied in one transaction and then read back from both sides; `copied`
 * is called for each. Throws if the two sides differ afterwards.
 */
export async function copyTables(from: Db, to: Db, copied: (table: Table, content: Content) => void = () => {}) {
  const first = await firstDifference(from, to, copied)
  if (first < 0) return
  const rest = copiedTables.slice(first)
  // Referring tables are emptied before those they refer to.
  for (const { table } of rest.toReversed()) await to.deleteFrom(table).execute()
  // No app can have what it held before.
  await to
    .deleteFrom('synced')
    .where('record_type', 'in', ['left_rvs', ...rest.map(({ table }) => table)])
    .execute()
  for (const place of rest) {
    const columns = await columnsOf(from, place)
    await inTransaction(to, async (to) => {
      // What triggers have written into it meanwhile.
      await to.deleteFrom(place.table).execute()
      await fillTable(to, place.table, columns, chunksOf(from, place))
    })
    const [there, here] = [await readContent(from, place), await readContent(to, place)]
    if (there.sha256 !== here.sha256) throw new Error(`the table ${place.table} did not arrive intact`)
    copied(place.table, here)
  }
  // Rows from an interrupted copy were already counted.
  await inTransaction(to, async (to) => {
    for (const name of dailyCounts) await countDays(to, name)
    await markComplete(to)
  })
}

async function firstDifference(from: Db, to: Db, same: (table: Table, content: Content) => void) {
  for (const [index, place] of copiedTables.entries()) {
    const content = await readContent(from, place)
    if (content.sha256 !== (await readContent(to, place)).sha256) return index
    same(place.table, content)
  }
  return -1
}

/** Counts a table's rows and hashes their values. Equal rows give equal results in SQLite and PostgreSQL. */
export async function readContent(db: Db, place: Copied): Promise<Content> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const chunk of chunksOf(db, place)) {
    rows += chunk.length
    const [first = {}] = chunk
    const columns = Object.keys(first).toSorted()
    for (const row of chunk) hash.update(stripNul(JSON.stringify(columns.map((column) => row[column]))))
  }
  return { rows, sha256: hash.digest('hex') }
}

async function columnsOf(db: Db, place: Copied) {
  for await (const [row] of chunksOf(db, place, 1)) return Object.keys(row ?? {})
  return []
}

/** A table's rows in batches, in key order, with the columns to copy. */
export async function* chunksOf(db: Db, { table, key }: Copied, most = BATCH_SIZE) {
  const keys = [key].flat()
  const columns = sql.join(keys.map((one) => sql.ref(one)))
  let last: Record<string, unknown> | undefined
  while (true) {
    const after = last ? sql`where (${columns}) > (${sql.join(keys.map((one) => last?.[one]))})` : sql``
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(most)}`.execute(db)
    for (const row of rows) for (const column of COMPUTED[table] ?? []) delete row[column]
    if (rows.length) yield rows
    if (rows.length < most) return
    last = rows.at(-1)
  }
}
