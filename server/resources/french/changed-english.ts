import type { z } from 'zod'
import type { ChangedEnglish, frenchCalls } from '#contract/french-calls.ts'
import type { RecordType } from '#contract/kinds.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { frenchColumnsOf, isCurrent } from '../../records/french.ts'
import { recordTables, wireName } from '../../records/record-tables.ts'
import { readRow } from '../../records/rows.ts'

/** How many entries of the history are read at once, and how many at most. */
const STEP = 20
const MOST = 200

/**
 * What has changed in a record's English since its French was written; see contract/french-calls.ts. The history is
 * read back, newest first, until the English is the one it was written for. Throws 404.
 */
export async function changedEnglish(
  db: Db,
  { record_type: table, record_id: id }: z.output<typeof frenchCalls.changed.input>,
): Promise<ChangedEnglish[]> {
  const row = await readRow(db, table, id)
  const older = frenchColumnsOf(table).filter(
    (names) => row[names.english] && row[names.french] && !isCurrent(table, names, row),
  )
  const found = new Map<string, string>()
  const values = { ...row }
  for (let read = 0; found.size < older.length && read < MOST; read += STEP) {
    const entries = await entriesOf(db, table, id, read)
    for (const entry of entries)
      for (const names of older) {
        const pair = entry[wireName(table, names.english)]
        if (!pair || found.has(names.english)) continue
        values[names.english] = pair[0]
        if (isCurrent(table, names, values)) found.set(names.english, pair[0] ?? '')
      }
    if (entries.length < STEP) break
  }
  return older.flatMap(({ english }) => {
    const from = found.get(english)
    if (from === undefined) return []
    const is_rich = recordTables[table].columns[english]?.type === 'rich_text'
    return { field: wireName(table, english), is_rich, from, to: row[english] as string }
  })
}

/** Only for texts, as nothing else has French. */
type Changes = Record<string, readonly [from: string | null, to: string | null]>

async function entriesOf(db: Db, table: RecordType, id: string, offset: number) {
  const rows = await readQuery<{ changes: string }>(
    db,
    `select changes from activity where record_id = ? and table_name = ? order by version desc, id desc limit ? offset ?`,
    [id, table, STEP, offset],
  )
  return rows.map(({ changes }) => JSON.parse(changes) as Changes)
}
