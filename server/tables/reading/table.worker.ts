import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { kindOfFile } from './kind-of-file.ts'
import { readCsv } from './read-csv.ts'
import type { FromTableThread, TableWork } from './read-table.ts'
import { readXlsx } from './read-xlsx.ts'
import { batchesOf } from './table-rows.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** So many batches may wait for their reader. */
const AHEAD = 2

const main = parentPort as MessagePort
const { path, mostRows } = workerData as TableWork
const tell = (message: FromTableThread) => main.postMessage(message)

let free = AHEAD
let taken = Promise.withResolvers<void>()
main.on('message', () => {
  free++
  taken.resolve()
})

try {
  await tellTable()
} catch (error) {
  if (!(error instanceof UnreadableTable)) throw error
  tell({ refused: error.message })
}
main.close()

async function tellTable() {
  const format = await kindOfFile(path)
  const read = () => batchesOf(format === 'csv' ? readCsv(path) : readXlsx(path), mostRows)
  // Whoever reads does more with each row than this: a file that is refused is refused before.
  for await (const _ of read());
  const batches = read()
  const [head] = (await batches.next()).value ?? []
  if (!head) throw new UnreadableTable(refusals.empty)
  tell({ start: { heads: head.cells, head_row: head.row, format } })
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
