import { isBlank } from './find-heads.ts'
import { MOST_CHARACTERS, MOST_WITH_BLANK_ROWS } from './limits.ts'
import type { RawRows, TableRow } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

const MOST_IN_BATCH = 500
/** This many characters fill a batch as well, so that few batches never take much memory. */
const FULL = 262_144

type Options = {
  mostRows: number
  /** The number of the heading row. */
  headRow: number
  withHidden: boolean
  /** Called for each row that is skipped because it is hidden. */
  onHidden?: () => void
}

/** Batches of rows that are not blank, the heading row alone in the first. @throws UnreadableTable for too many. */
export async function* batchesOf(
  rows: RawRows,
  { mostRows, headRow, withHidden, onHidden = () => {} }: Options,
): AsyncGenerator<TableRow[]> {
  let batch: TableRow[] = []
  let characters = 0
  let allCharacters = 0
  let count = -1
  let withBlankRows = 0
  for await (const some of rows) {
    for (const one of some) {
      if (++withBlankRows > MOST_WITH_BLANK_ROWS) throw new UnreadableTable(refusals.manyRows(mostRows))
      const { row, cells, notes } = one
      if (row < headRow || isBlank(one)) continue
      if (count === -1) {
        count++
        yield [{ row, cells: withoutEmptyEnd(cells.map((cell) => cell.trim())) }]
        continue
      }
      if (one.isHidden) onHidden()
      if (one.isHidden && !withHidden) continue
      if (++count > mostRows) throw new UnreadableTable(refusals.manyRows(mostRows))
      const kept = withoutEmptyEnd(cells)
      batch.push({ row, cells: kept, ...(notes && { notes }) })
      characters += kept.reduce((sum, cell) => sum + cell.length, 0)
      if (batch.length < MOST_IN_BATCH && characters < FULL) continue
      yield batch
      allCharacters += characters
      if (allCharacters > MOST_CHARACTERS) throw new UnreadableTable(refusals.manyCharacters)
      batch = []
      characters = 0
    }
  }
  if (batch.length) yield batch
}

function withoutEmptyEnd(cells: string[]) {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
}
