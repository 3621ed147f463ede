import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { openSnapshot } from '../../db/engines/snapshot.ts'
import { csvOf } from '../../tables/csv.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import { cellsOf, headsOf } from './export-cells.ts'
import type { ExportWork, FromWorker } from './export-thread.ts'

/** Parts of the file that are handed over have at least so many bytes. */
const PART = 65_536
/** After each part the thread rests for this part of the time that it took, so that others have their turn. */
const REST = 0.5

const main = parentPort as MessagePort
const { source, count, rows, format, columns, sheet, publicUrl } = workerData as ExportWork
const tell = (message: FromWorker, given: ArrayBuffer[] = []) => main.postMessage(message, given)

const snapshot = await openSnapshot(source)
tell({ total: Number((await snapshot.first(count))?.total) })
await once(main, 'message')

const heads = headsOf(columns)
const cells = cellsOf(snapshot.batches(rows), columns, publicUrl)
const file = format === 'csv' ? csvOf(heads, cells) : xlsxOf(heads, cells, { name: sheet })
let began = performance.now()
for await (const part of partsOf(file)) {
  tell({ part }, [part.buffer])
  await Promise.all([once(main, 'message'), rest()])
  began = performance.now()
}
await snapshot.close()
tell({ part: null })
main.close()

async function rest() {
  const { promise, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, (performance.now() - began) * REST)
  await promise
}

/** The same bytes in parts of some size, in memory of their own. */
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
