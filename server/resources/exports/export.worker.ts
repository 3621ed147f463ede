import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openSnapshot } from '../../db/engines/snapshot.ts'
import { csvOf } from '../../tables/csv.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import { frenchFile } from '../french/french-file.ts'
import { cellsOf, headsOf } from './export-cells.ts'
import type { ExportWork, FromWorker, TableWork } from './export-thread.ts'

/** The minimum size of the file parts passed on, in bytes. */
const PART = 65_536
/** After each part the thread rests for this share of the time it took, so that others get their turn. */
const REST = 0.5

const main = parentPort as MessagePort
const work = workerData as ExportWork
const tell = (message: FromWorker, given: ArrayBuffer[] = []) => main.postMessage(message, given)

const snapshot = await openSnapshot(work.source)
tell({ total: Number((await snapshot.first(work.count))?.total) })
await once(main, 'message')

const file = 'french' in work ? frenchFile(snapshot, work) : tableFile(work)
let began = performance.now()
for await (const part of partsOf(file)) {
  tell({ part }, [part.buffer])
  await Promise.all([once(main, 'message'), rest()])
  began = performance.now()
}
await snapshot.close()
tell({ part: null })
main.close()

function tableFile({ rows, format, columns, sheet, publicUrl }: TableWork) {
  const heads = headsOf(columns)
  const cells = cellsOf(snapshot.batches(rows), columns, publicUrl)
  return format === 'csv' ? csvOf(heads, cells) : xlsxOf(heads, cells, { name: sheet })
}

async function rest() {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, (performance.now() - began) * REST)
  await promise
}

/** The same bytes in larger parts, each in its own memory. */
async function* partsOf(bytes: AsyncIterable<Buffer>) {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART) continue
    yield joined(waiting, size)
    waiting = []
    size = 0
  }
  if (size) yield joined(waiting, size)
}

function joined(chunks: Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let place = 0
  for (const chunk of chunks) {
    whole.set(chunk, place)
    place += chunk.length
  }
  return whole
}
