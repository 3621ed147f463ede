import { setImmediate } from 'node:timers/promises'
import { engineOf } from '../engines/engine.ts'
import { isPostgres } from '../engines/is-postgres.ts'
import { deleteInSlices } from '../in-slices.ts'
import { readQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'
import { inTransaction } from '../transaction.ts'

/** Shorter words are not corrected. */
const SHORTEST = 2
const AT_ONCE = 2000

/**
 * Deletes words that no name has any more, and adds missing ones: a name saved while unused words were deleted may have
 * relied on one. Reads all names, some at a time.
 */
export async function tidyNameWords(db: Db) {
  const used = new Set<string>()
  for (const place of await namedColumns(db)) await addWordsOf(db, place, used)
  const gone: string[] = []
  const pages = inPages<{ id: number; word: string }>(db, 'name_words', 'id, word', 0)
  for await (const page of pages) for (const { word } of page) if (!used.delete(word)) gone.push(word)
  for (let first = 0; first < gone.length; first += AT_ONCE) {
    const some = JSON.stringify(gone.slice(first, first + AT_ONCE))
    await deleteInSlices(db, 'name_words', 'word', `word in ${engineOf(db).textsFromJson}`, [some])
  }
  const missing = [...used].map((word) => ({ word }))
  for (let first = 0; first < missing.length; first += AT_ONCE) {
    const some = missing.slice(first, first + AT_ONCE)
    await inTransaction(db, (db) =>
      db
        .insertInto('name_words')
        .values(some)
        .onConflict((conflict) => conflict.column('word').doNothing())
        .execute(),
    )
  }
}

type Place = { table: string; columns: string[] }

/** The columns whose words triggers maintain, according to the triggers. */
export async function namedColumns(db: Db): Promise<Place[]> {
  const text = isPostgres(db)
    ? `select pg_get_triggerdef(oid) as text from pg_trigger where tgname like '%_name_words_update'`
    : `select sql as text from sqlite_master where type = 'trigger' and name like '%_name_words_update'`
  const triggers = await readQuery<{ text: string }>(db, text, [])
  return triggers.map(({ text }) => {
    const [, ofColumns = ''] = text.toLowerCase().split('after update of ')
    const [columns, onTable = ''] = ofColumns.split(' on ')
    const table = onTable.split(/\s/)[0]?.replace('public.', '')
    if (!columns || !table) throw new Error(`a trigger says nothing of its columns: ${text}`)
    return { table, columns: columns.split(', ') }
  })
}

async function addWordsOf(db: Db, { table, columns }: Place, words: Set<string>) {
  for await (const page of inPages<Record<string, string> & { id: string }>(
    db,
    table,
    ['id', ...columns].join(', '),
    '',
  ))
    for (const row of page)
      for (const column of columns)
        for (const word of (row[column] ?? '').split(' ')) if (word.length >= SHORTEST) words.add(word)
}

/** A table's rows by id, with pauses in which calls run. */
async function* inPages<Row extends { id: string | number }>(
  db: Db,
  table: string,
  columns: string,
  before: Row['id'],
) {
  for (let last = before; ; await setImmediate()) {
    const text = `select ${columns} from ${table} where id > ? order by id limit ?`
    const rows = await readQuery<Row>(db, text, [last, AT_ONCE])
    if (rows.length) yield rows
    const end = rows.at(-1)
    if (!end || rows.length < AT_ONCE) return
    last = end.id
  }
}
