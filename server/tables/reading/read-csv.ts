import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { Encoding } from '#contract/import-files.ts'
import { delimiterOf, namedDelimiter, rowScanner } from './csv-delimiter.ts'
import { textOf, withoutOddBytes } from './csv-encoding.ts'
import { LONGEST_ROW, MEGABYTE, MOST_COLUMNS, MOST_ROWS, MOST_WITH_BLANK_ROWS } from './limits.ts'
import type { CellNotes, RawRows, TableRow } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** How much of the text decides the delimiter, in characters. */
const SAMPLE = 4 * MEGABYTE
/** Empty cells are not columns, but take memory while their row is read. */
const MOST_CELLS = 100_000
const LINE_BREAKS = /\r\n|\n|\r/g
const BATCH = 500

/** The rows of a CSV file, with any delimiter. @throws UnreadableTable while they are read. */
export async function* readCsv(path: string, encoding: Encoding): RawRows {
  const start = await startOf(textOf(path, encoding))
  const named = namedDelimiter(start)
  const skipped = named?.length ?? 0
  const delimiter = named?.delimiter ?? delimiterOf(start)
  await refuseEndless(textOf(path, encoding), delimiter)

  /** The line where the current cell begins, and its row. */
  let line = named ? 2 : 1
  let rowLine = line
  let column = 0
  const rowOf = new WeakMap<string[], number>()
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    ltrim: hasBlanksBeforeQuotes(start, delimiter),
    max_record_size: LONGEST_ROW,
    cast(text: string) {
      if (column >= MOST_COLUMNS && (text !== '' || column >= MOST_CELLS))
        throw new UnreadableTable(refusals.manyColumnsInLine(rowLine))
      column++
      // The parser's own count takes a CRLF in quotes for two lines.
      if (text.includes('\n') || text.includes('\r')) line += text.match(LINE_BREAKS)?.length ?? 0
      return text
    },
    on_record(cells: string[]) {
      rowOf.set(cells, rowLine)
      line++
      rowLine = line
      column = 0
      return cells
    },
  })
  const text = Readable.from(withoutStart(textOf(path, encoding), skipped), { objectMode: false })
  text.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    let rows: TableRow[] = []
    for await (const cells of parser as AsyncIterable<string[]>) {
      const odd = encoding === 'utf-8' ? readOddBytes(cells) : undefined
      rows.push({ row: rowOf.get(cells) ?? line, cells, ...(odd && { notes: odd }) })
      if (rows.length < BATCH) continue
      yield rows
      rows = []
    }
    yield rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new UnreadableTable(refusals.openQuote(line))
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new UnreadableTable(refusals.longLine(line))
    throw error
  } finally {
    text.destroy()
  }
}

/** Replaces odd bytes in cells with what they most probably mean, and notes where. */
function readOddBytes(cells: string[]) {
  let notes: CellNotes | undefined
  for (const [place, cell] of cells.entries()) {
    const read = withoutOddBytes(cell)
    if (read === undefined) continue
    cells[place] = read
    ;(notes ??= {})[place] = 'odd_bytes'
  }
  return notes
}

/**
 * Whether there are blanks between delimiters and quotes, as some programs write: without this, cells are left as they
 * are.
 */
const hasBlanksBeforeQuotes = (start: string, delimiter: string) =>
  start.includes(`${delimiter} "`) && !start.includes(`${delimiter}"`)

/**
 * Counts rows, which takes a fiftieth of the time needed to read them. @throws UnreadableTable if there are too many.
 */
async function refuseEndless(texts: AsyncIterable<string>, delimiter: string) {
  let rows = 0
  let sinceRow = 0
  const scan = rowScanner(delimiter, () => {
    sinceRow = 0
    if (++rows > MOST_WITH_BLANK_ROWS) throw new UnreadableTable(refusals.manyRows(MOST_ROWS))
  })
  for await (const text of texts) {
    sinceRow += text.length
    scan(text)
    // The parser refuses it there, and knows the line.
    if (sinceRow > 2 * LONGEST_ROW) return
  }
}

async function startOf(texts: AsyncIterable<string>) {
  let start = ''
  for await (const text of texts) {
    start += text
    if (start.length >= SAMPLE) break
  }
  return start
}

async function* withoutStart(texts: AsyncIterable<string>, length: number) {
  let left = length
  for await (const text of texts) {
    if (text.length > left) yield Buffer.from(text.slice(left))
    left = Math.max(0, left - text.length)
  }
}
