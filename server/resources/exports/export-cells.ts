import { filePath } from '../../integrations/files/store.ts'
import { withFileAddresses } from '../../rich-text/file-addresses.ts'
import { guarded, unguarded } from '../../tables/apostrophes.ts'
import type { Batches, Cell, Head } from '../../tables/cell.ts'
import type { ExportColumn } from './export-columns.ts'

type Rows = AsyncIterable<Record<string, unknown>[]>

const TYPES: Partial<Record<ExportColumn['made'], Head['type']>> = {
  number: 'number',
  row_number: 'number',
  day: 'day',
  time: 'time',
  flag: 'flag',
}

/** The facts about these columns' values. */
export const headsOf = (columns: ExportColumn[]): Head[] =>
  columns.flatMap(({ label, made, heads = [label] }) =>
    heads.map((label): Head => ({ label, type: TYPES[made] ?? 'text' })),
  )

/** The cells of rows. Files' addresses begin with `publicUrl`. */
export async function* cellsOf(rows: Rows, columns: ExportColumn[], publicUrl: string): Batches {
  let before = 0
  for await (const batch of rows) {
    yield batch.map((row, place) =>
      columns.flatMap((column) =>
        column.heads ? cellsAsRead(row, column) : [cellOf(row, column, before + place + 1, publicUrl)],
      ),
    )
    before += batch.length
  }
}

function cellsAsRead(row: Record<string, unknown>, { from: [name = ''], heads = [] }: ExportColumn) {
  const cells = JSON.parse(String(row[name])) as string[]
  return heads.map((_head, place) => guarded(unguarded(cells[place] ?? '')))
}

function cellOf(row: Record<string, unknown>, { made, from, words }: ExportColumn, number: number, publicUrl: string) {
  const [name = ''] = from
  const value = row[name]
  if (made === 'row_number') return number
  if (made === 'presence') return (from.some((one) => isThere(row[one])) ? words?.some : words?.none) ?? ''
  if (made === 'joined') return guarded(from.map((one) => String(row[one])).join(' - '))
  if (value === null || value === undefined) return null
  return ofValue(value, made, words, publicUrl)
}

function ofValue(value: unknown, made: ExportColumn['made'], words: ExportColumn['words'], publicUrl: string): Cell {
  const text = String(value)
  if (made === 'number') return Number(value)
  if (made === 'day' || made === 'time') return text
  if (made === 'flag') return value === 1
  if (made === 'file') return publicUrl + filePath(text)
  if (made === 'html') return guarded(withFileAddresses(text, publicUrl))
  if (made === 'counts') return countsIn(text)
  if (made === 'messages')
    return Object.values(JSON.parse(text) as Record<string, string[]>)
      .flat()
      .join(' ')
  return guarded(words?.[text] ?? text)
}

const isThere = (value: unknown) => value !== null && value !== undefined && value !== '' && Number(value) !== 0

const countsIn = (json: string) =>
  Object.entries(JSON.parse(json) as Record<string, number>)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')
