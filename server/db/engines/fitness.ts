import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { copiedTables } from '../copy-tables.ts'
import type { Db } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

/** What is wrong with a database that answers, in words; null if nothing. */
export type Unfit = { rights: string | null; sequences: string | null; encoding: string | null }
export const FIT: Unfit = { rights: null, sequences: null, encoding: null }

const MOST_NAMED = 5
const named = (names: string[]) =>
  names.length > MOST_NAMED
    ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`
    : names.join(', ')

/**
 * Looks for what makes PostgreSQL refuse saves: missing privileges, sequences behind their tables, a narrow encoding.
 */
export async function readFitness(db: Db): Promise<Unfit> {
  if (!isPostgres(db)) return FIT
  const rights = await missingRights(db)
  return {
    rights,
    // They cannot be read without privileges.
    sequences: rights ? null : sentenceOf(await sequencesBehind(db)),
    encoding: await narrowEncoding(db),
  }
}

async function missingRights(db: Db) {
  const { rows: who } = await sql<{ role: string; schema: string | null }>`
    select current_user::text as role, current_schema()::text as schema`.execute(db)
  const { role = '', schema = null } = who[0] ?? {}
  if (schema === null) return `The user ${role} cannot use any schema. Run: GRANT USAGE ON SCHEMA public TO ${role};`
  const { rows } = await sql<{ name: string; is_sequence: boolean }>`
    select relname::text as name, relkind = 'S' as is_sequence from pg_class
    where relnamespace = current_schema()::regnamespace and (
      relkind in ('r', 'p') and relname in (${sql.join(ourTables)}) and not (
        has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
        and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE'))
      or relkind = 'S' and not (has_sequence_privilege(oid, 'USAGE') and has_sequence_privilege(oid, 'SELECT')))
    order by relname`.execute(db)
  if (!rows.length) return null
  const grants = [
    ...(rows.some(({ is_sequence }) => !is_sequence)
      ? [`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};`]
      : []),
    ...(rows.some(({ is_sequence }) => is_sequence)
      ? [`GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role};`]
      : []),
  ]
  return `The user ${role} lacks rights on ${named(rows.map(({ name }) => name))}. Run: ${grants.join(' ')}`
}
const ourTables = [...copiedTables.map(({ table }) => table), 'migrations', 'servers']

type Sequence = { table: string; sequence: string }

/** The tables whose next number is already taken, as after copying rows without their sequences. */
async function sequencesBehind(db: Db): Promise<Sequence[]> {
  const { rows: found } = await sql<{ table: string; sequence: string | null }>`
    select table_name::text as table,
      case when column_name = 'seq' then pg_get_serial_sequence(quote_ident(table_name), 'seq') end as sequence
    from information_schema.columns
    where table_schema = current_schema() and column_name = 'seq' and table_name in (${sql.join(ourTables)})
    order by table_name`.execute(db)
  const rows = found.flatMap(({ table, sequence }) => (sequence === null ? [] : [{ table, sequence }]))
  if (!rows.length) return []
  const looks = rows.map(
    ({ table, sequence }) => sql`
      select ${sql.lit(table)} as name where (select max(seq) from ${sql.table(table)}) >=
        (select last_value + case when is_called then 1 else 0 end from ${sql.raw(sequence)})`,
  )
  const behind = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db)
  const names = new Set(behind.rows.map(({ name }) => name))
  return rows.filter(({ table }) => names.has(table))
}

const sentenceOf = (behind: Sequence[]) =>
  behind.length
    ? `The sequences of ${named(behind.map(({ table }) => table))} are behind their tables, so nothing can be added there.`
    : null

/** Advances sequences that are behind their tables. Resolves to the tables. */
export async function mendSequences(db: Db) {
  if (!isPostgres(db)) return []
  const behind = await sequencesBehind(db)
  for (const { table, sequence } of behind) {
    await sql`select setval(${sequence}::regclass, (select max(seq) from ${sql.table(table)}))`.execute(db)
  }
  return behind.map(({ table }) => table)
}

/** A sentence if the database cannot store every character; null if it can. */
export async function narrowEncoding(db: Db) {
  if (!isPostgres(db)) return null
  const { rows } = await sql<{ encoding: string; name: string }>`
    select current_setting('server_encoding') as encoding, current_database()::text as name`.execute(db)
  const { encoding = '', name = '' } = rows[0] ?? {}
  return encoding === 'UTF8'
    ? null
    : `The database ${name} has the encoding ${encoding}, so many letters cannot be stored. Create one with: createdb --encoding=UTF8 --template=template0 NAME`
}

/**
 * PostgreSQL's durability settings that are off, by name: without them a power cut may lose acknowledged commits. Empty
 * for SQLite, which always syncs.
 */
export async function durabilityRisks(db: Db): Promise<string[]> {
  if (!isPostgres(db)) return []
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Throws if nothing can be written: the database is gone, a standby, or on a disk mounted read-only. */
export async function checkWritable(db: Db) {
  // PostgreSQL refuses even to delete nothing, and the pool then knows that this connection is useless.
  if (isPostgres(db)) return void (await sql`delete from migrations where false`.execute(db))
  await db.selectFrom('migrations').select('name').limit(1).execute()
  return checkFile(db)
}

async function checkFile(db: Db) {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  for (const { file } of rows.filter(({ file }) => file)) {
    for (const path of [file, dirname(file)]) await access(path, constants.W_OK)
  }
}
