import { sql } from 'kysely'
import { isPostgres } from '../db/engines/is-postgres.ts'
import type { Db } from '../db/schema.ts'

/** Everything in a database's schema, as sorted lines of text: equal schemas give equal lines. */
export async function readSchema(db: Db): Promise<string[]> {
  const { rows } = await (isPostgres(db) ? postgresParts : sqliteParts).execute(db)
  return rows.map(({ part }) => part.replaceAll('"', '').replaceAll(/\s+/g, ' ')).sort()
}

type Part = { part: string }

// The tables that SQLite makes for a search index say nothing about it.
const sqliteParts = sql<Part>`
  select type || ' ' || name || ': ' || lower(sql) as part from sqlite_master
  where sql is not null and name not like 'sqlite\\_%' escape '\\'
    and (type in ('trigger', 'index') or (name not like '%\\_search\\_%' escape '\\'
      and name not like '%\\_pages\\_words\\_%' escape '\\'))`

const postgresParts = sql<Part>`
  select 'column ' || table_name || '.' || column_name || ': '
    || concat_ws(' ', data_type, collation_name, is_nullable, column_default, is_identity, generation_expression) as part
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexname || ': ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || '.' || conname || ': ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || tgname || ': ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || proname || ': ' || prosrc from pg_proc
    where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')
  union all select 'view ' || viewname || ': ' || definition from pg_views where schemaname = 'public'`
