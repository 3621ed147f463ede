import { headKey } from './head-key.ts'
import type { RawRows, TableRow } from './table-row.ts'

/** Among so many rows with something in them the heads are looked for. */
const LOOKED_AT = 20
/** Fewer known heads may stand in a row by chance. */
const ENOUGH = 2

/** A row that may be that of the heads, with how many heads it has that are known. */
export type Heads = { row: number; known: number }

/** The row of the heads among the first ones: the one with the most known heads, else the first that is not blank. */
export async function findHeads(rows: RawRows, known: ReadonlySet<string>, withHidden: boolean) {
  let best: Heads | undefined
  let seen = 0
  for await (const some of rows) {
    for (const row of some) {
      if (isBlank(row) || (row.isHidden && !withHidden)) continue
      const count = new Set(row.cells.map(headKey).filter((key) => known.has(key))).size
      if (!best || (count >= ENOUGH && count > best.known)) best = { row: row.row, known: count }
      if (++seen === LOOKED_AT) return best
    }
  }
  return best
}

/** Whether nothing stands in a row. */
export const isBlank = ({ cells }: TableRow) => cells.every((cell) => cell.trim() === '')
