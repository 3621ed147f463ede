import { readTable } from '../read-table.ts'
import type { TableRow, TableStart } from '../table-row.ts'
import { UnreadableTable } from '../unreadable-table.ts'

type Outcome = TableStart & { rows: TableRow[] }

/** The result of reading a file: its start and all its rows, or the sentence that refuses it. */
export async function outcomeOf(
  path: string,
  options: Parameters<typeof readTable>[1] = {},
): Promise<Outcome | { refused: string }> {
  try {
    const { start, rows } = await readTable(path, options)
    const all: TableRow[] = []
    for await (const batch of rows) all.push(...batch)
    return { ...start, rows: all }
  } catch (error) {
    if (error instanceof UnreadableTable) return { refused: error.message }
    throw error
  }
}
