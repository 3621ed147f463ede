import { headKey } from './head-key.ts'
import type { RawRows, TableRow } from './table-row.ts'

/** The headings are looked for among this many non-empty rows. */
const LOOKED_AT = 20
/** Fewer known headings may be in a row by chance. */
const ENOUGH = 2

/** A possible heading row, with the number of known headings in it. */
export type Heads = { row: number; known: number }

/** The heading row among the first ones: the one with the most known headings, else the first that is not blank. */
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

/** Whether a row is empty. */
export const isBlank = ({ cells }: TableRow) => cells.every((cell) => cell.trim() === '')
