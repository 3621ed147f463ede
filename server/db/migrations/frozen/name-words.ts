import { isPostgres, type MigrationDb } from './migration-db.ts'
import { runAll } from './run-all.ts'

/** Shorter words are not corrected. */
const SHORTEST = 2

function onSqlite(table: string, columns: string[]) {
  const add = columns.map(
    (column) => `insert or ignore into name_words (word) select value
      from json_each('[' || replace(json_quote(new.${column}), ' ', '","') || ']') where length(value) >= ${SHORTEST};`,
  )
  return [
    `create trigger ${table}_name_words_insert after insert on ${table} begin ${add.join(' ')} end`,
    `create trigger ${table}_name_words_update after update of ${columns.join(', ')} on ${table} begin ${add.join(' ')} end`,
  ]
}

// In order, so that two who add the same words wait for each other one way round only.
const addWords = (texts: string) => `insert into name_words (word) select distinct part.word
  from (${texts}) as texts, unnest(string_to_array(text, ' ')) as part (word)
  where length(part.word) >= ${SHORTEST} and not exists (select from name_words as known where known.word = part.word)
  order by part.word on conflict do nothing;`

function onPostgres(table: string, columns: string[]) {
  const added = columns.map((column) => `select ${column} as text from new_rows`).join(' union all ')
  const one = columns.map((column) => `select new.${column} as text`).join(' union all ')
  const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
  return [
    `create function add_words_of_${table}() returns trigger language plpgsql as $$
       begin ${addWords(added)} return null; end $$`,
    `create function add_words_of_one_of_${table}() returns trigger language plpgsql as $$
       begin ${addWords(one)} return null; end $$`,
    `create trigger ${table}_name_words_insert after insert on ${table}
       referencing new table as new_rows for each statement execute function add_words_of_${table}()`,
    `create trigger ${table}_name_words_update after update of ${columns.join(', ')} on ${table}
       for each row when (${changed}) execute function add_words_of_one_of_${table}()`,
  ]
}

/** Has the words of these columns of a new table kept, so that a misspelt name is found. */
export const keepNameWords = (db: MigrationDb, table: string, columns: string[]) =>
  runAll(db, (isPostgres(db) ? onPostgres : onSqlite)(table, columns))
