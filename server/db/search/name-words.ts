import { setImmediate } from 'node:timers/promises'
import { deleteInSlices } from '../in-slices.ts'
import { readQuery } from '../raw-query.ts'
import type { Db, RecordTable } from '../schema.ts'
import { inTransaction } from '../transaction.ts'

/** The columns with names, whose words triggers keep for what somebody may have meant. */
export const NAMED: [table: RecordTable, ...columns: string[]][] = [
  ['rv_types', 'name_key'],
  ['models', 'name_key'],
  ['menu_items', 'title_key'],
  ['users', 'name_key'],
  ['social_medias', 'name_key'],
  ['cms_pages', 'title_key'],
  ['topics', 'name_key'],
  ['sub_topics', 'name_key'],
  ['checklists', 'name_key'],
  ['maintenance_items', 'reminder_name_key', 'item_name_key'],
  ['dealers', 'name_key', 'city_key'],
  ['notifications', 'title_key'],
  ['admins', 'name_key'],
]
/** Shorter words are not corrected. */
const SHORTEST = 2
const AT_ONCE = 2000

/**
 * Forgets the words that no name has any more, and adds those that are missing: a name that was saved while the former
 * were forgotten may have counted on one. Reads all names, some at a time.
 */
export async function tidyNameWords(db: Db) {
  const used = new Set<string>()
  for (const place of NAMED) await addWordsOf(db, place, used)
  const gone: number[] = []
  const pages = inPages<{ id: number; word: string }>(db, 'name_words', 'id, word', 0)
  for await (const page of pages) for (const { id, word } of page) if (!used.delete(word)) gone.push(id)
  for (let first = 0; first < gone.length; first += AT_ONCE) {
    const some = gone.slice(first, first + AT_ONCE)
    await deleteInSlices(db, 'name_words', 'id', `id in (${some.map(() => '?').join(', ')})`, some)
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

async function addWordsOf(db: Db, [table, ...columns]: (typeof NAMED)[number], words: Set<string>) {
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

/** The rows of a table by their ids, with pauses in which calls run. */
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
