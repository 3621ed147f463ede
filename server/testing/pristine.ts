import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Above this many bytes in a table a new database is quicker, and has neither dead rows nor old statistics. */
const MOST_BYTES = 1_000_000

/** Remembers in a migrated PostgreSQL database, and in all copies of it, which rows, sequences and tables it has now. */
export async function rememberPristine(db: Db) {
  await sql.raw(REMEMBER).execute(db)
}

/**
 * Makes a copy of such a database what it was when it was made. Gives back false where it cannot be: its tables were
 * changed or have grown, or the user may not pass over triggers.
 */
export async function restorePristine(db: Db) {
  try {
    await sql`select pristine.restore()`.execute(db)
    return true
  } catch {
    return false
  }
}

// Oids are the same in each copy, so a table, index, constraint or trigger that was made again or renamed shows.
const REMEMBER = `
create schema pristine;

create function pristine.tables_as_they_are() returns text language sql as $$
  with ours as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace)
  select md5(concat_ws(',',
    (select string_agg(concat(oid, relname), ',' order by oid) from ours),
    (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
      from pg_attribute where attrelid in (select oid from ours) and attnum > 0),
    (select string_agg(concat(oid, conname), ',' order by oid) from pg_constraint where connamespace = 'public'::regnamespace),
    (select string_agg(concat(oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
    (select string_agg(concat(oid, md5(prosrc)), ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace)))
$$;

create function pristine.restore() returns void language plpgsql as $$
declare
  one record;
begin
  if pristine.tables_as_they_are() <> (select tables from pristine.remembered) then
    raise exception 'its tables were changed';
  end if;
  set local session_replication_role = replica;
  for one in select relname, oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    if pg_relation_size(one.oid) > ${MOST_BYTES} then raise exception 'its tables have grown'; end if;
    execute format('delete from public.%I', one.relname);
  end loop;
  for one in select * from pristine.filled loop
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from pristine.%1$I',
      one.name, one.columns);
  end loop;
  perform setval(sequence, value, used) from pristine.sequences;
end
$$;

create table pristine.filled (name text, columns text);
do $$
declare
  one record;
  filled boolean;
begin
  for one in select table_name as name, string_agg(format('%I', column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1 loop
    execute format('select exists (select from public.%I)', one.name) into filled;
    continue when not filled;
    execute format('create table pristine.%1$I as select %2$s from public.%1$I', one.name, one.columns);
    insert into pristine.filled values (one.name, one.columns);
  end loop;
end
$$;
create table pristine.sequences as
  select format('public.%I', sequencename)::regclass as sequence, coalesce(last_value, start_value) as value,
    last_value is not null as used from pg_sequences where schemaname = 'public';
create table pristine.remembered as select pristine.tables_as_they_are() as tables;
`
