import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

type Value = string | number | bigint | null
type Row = Record<string, Value>

/** What each installation generates itself, or counts in its own way. */
const MADE_UP = new Set(['migrations', 'record_count_slots', 'daily_count_slots', 'servers', 'server_notes'])
/** Clocks: their position says nothing. */
const CLOCKS: Record<string, string[]> = {
  synced: ['moved'],
  notification_recipients: ['moved'],
  record_counts: ['stamp'],
  name_words: ['id'],
}

/** A line for each table of a database, and one for its index of words: its number of rows, and their digest. */
export async function contentLines(db: Db) {
  const tables = (await db.introspection.getTables()).filter(
    ({ name }) => !MADE_UP.has(name) && !name.includes('_search') && !name.includes('_pages_words'),
  )
  const lines: string[] = []
  const names = new Set<string>()
  for (const { name: table, columns } of tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db)
    for (const row of rows)
      for (const { name } of columns)
        if (name.endsWith('_key')) for (const word of String(row[name]).split(' ')) names.add(word)
    if (table !== 'name_words') lines.push(lineOf(table, rows))
  }
  const { rows: words } = await sql<{ word: string }>`select word from name_words`.execute(db)
  // Unused words are looked for once a day.
  lines.push(
    lineOf(
      'name_words',
      words.filter(({ word }) => names.has(word)),
    ),
  )
  return lines.sort()
}

function lineOf(table: string, rows: Row[]) {
  const texts = rows
    .filter((row) => row.record_type !== 'epoch')
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, value]) => plain(table, name, value)),
      ),
    )
  const digest = createHash('sha256').update(texts.sort().join('\n')).digest('hex').slice(0, 16)
  return `${table} ${texts.length} ${digest}`
}

const plain = (table: string, name: string, value: Value) =>
  CLOCKS[table]?.includes(name) ? [] : [name, value === null ? null : String(value)]
