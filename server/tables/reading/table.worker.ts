import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Encoding } from '#contract/import-files.ts'
import { encodingOf } from './csv-encoding.ts'
import { findHeads, type Heads } from './find-heads.ts'
import { kindOfFile } from './kind-of-file.ts'
import { readCsv } from './read-csv.ts'
import type { FromTableThread, TableWork } from './read-table.ts'
import { readXliff } from './read-xliff.ts'
import { readXlsx, visibleSheets } from './read-xlsx.ts'
import type { RawRows, TableStart } from './table-row.ts'
import { batchesOf } from './table-rows.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** How many batches may wait for their reader. */
const AHEAD = 2
/** How many of a workbook's sheets are searched for the table. */
const MOST_SHEETS = 20

const main = parentPort as MessagePort
const { path, mostRows, known, reading, xliff } = workerData as TableWork
const knownHeads = new Set(known)
const withHidden = reading.with_hidden ?? false
const tell = (message: FromTableThread) => main.postMessage(message)

let free = AHEAD
let taken = Promise.withResolvers<void>()
main.on('message', () => {
  free++
  taken.resolve()
})

const find = { csv: findInCsv, xlsx: findInXlsx, xml: findInXliff }

try {
  await tellTable()
} catch (error) {
  if (!(error instanceof UnreadableTable)) throw error
  tell({ refused: error.message })
}
main.close()

type Found = Pick<TableStart, 'format' | 'encoding' | 'sheets' | 'sheet'> & { rows: () => RawRows; headRow: number }

async function tellTable() {
  const { rows, headRow, ...found } = await find[await kindOfFile(path, xliff !== undefined)]()
  let hidden_rows = 0
  const read = (onHidden?: () => void) =>
    batchesOf(rows(), { mostRows, headRow, withHidden, ...(onHidden && { onHidden }) })
  // Readers do more with each row than this: a bad file is refused earlier this way.
  for await (const _ of read(() => hidden_rows++));
  const batches = read()
  const [head] = (await batches.next()).value ?? []
  if (!head) throw new UnreadableTable(refusals.empty)
  tell({ start: { ...found, heads: head.cells, head_row: head.row, hidden_rows } })
  for await (const rows of batches) {
    while (free === 0) {
      taken = Promise.withResolvers()
      await taken.promise
    }
    free--
    tell({ rows })
  }
  tell({ rows: null })
}

/** Units are rows below made-up headings. */
async function findInXliff(): Promise<Found> {
  const { heads = [], rich = [] } = xliff ?? {}
  async function* rows() {
    yield [{ row: 0, cells: [...heads] }]
    yield* readXliff(path, rich)
  }
  return { format: 'xliff', encoding: null, sheets: [], sheet: null, rows, headRow: 0 }
}

async function findInCsv(): Promise<Found> {
  const encoding: Encoding = reading.encoding ?? (await encodingOf(path))
  const rows = () => readCsv(path, encoding)
  const headRow = reading.head_row ?? (await findHeads(rows(), knownHeads, true))?.row ?? 1
  return { format: 'csv', encoding, sheets: [], sheet: null, rows, headRow }
}

/** The chosen sheet, else the one with the most known headings, else the first that is not empty. */
async function findInXlsx(): Promise<Found> {
  const sheets = await visibleSheets(path)
  if (reading.sheet !== undefined && !sheets.includes(reading.sheet))
    throw new UnreadableTable(refusals.noSuchSheet(reading.sheet))
  let best: { sheet: string; heads: Heads } | undefined
  for (const sheet of reading.sheet === undefined ? sheets.slice(0, MOST_SHEETS) : [reading.sheet]) {
    const heads = await findHeads(readXlsx(path, sheet), knownHeads, withHidden)
    if (heads && (!best || heads.known > best.heads.known)) best = { sheet, heads }
  }
  const sheet = best?.sheet ?? sheets[0] ?? ''
  if (!best) throw new UnreadableTable(refusals.emptySheet(reading.sheet ?? sheet))
  const headRow = reading.head_row ?? best.heads.row
  return { format: 'xlsx', encoding: null, sheets, sheet, rows: () => readXlsx(path, sheet), headRow }
}
