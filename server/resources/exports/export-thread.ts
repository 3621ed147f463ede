import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { ExportFormat } from '#contract/exports.ts'
import type { Source, Statement } from '../../db/engines/snapshot.ts'
import type { ExportColumn } from './export-columns.ts'

/** What the thread of an export is given. */
export type ExportWork = {
  source: Source
  count: Statement
  rows: Statement
  format: ExportFormat
  columns: ExportColumn[]
  /** What a sheet is called. */
  sheet: string
  /** Where the addresses of stored files begin. */
  publicUrl: string
}

/** What it tells: the number of rows once, then the file in parts, and null at its end. */
export type FromWorker = { total: number } | { part: Uint8Array | null }

/** In megabytes; the rows that are on their way need much less. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }
/** A reader that takes nothing for so long keeps a snapshot, and a place, from others. In milliseconds. */
const LONGEST_STALL_MS = 60_000
/** How much waits for the reader, in bytes. */
const WAITING = 262_144

/**
 * Counts the rows of an export and makes its file on a thread with a connection of its own, part by part as it is read.
 * What `began` is told ends both, as does destroying `body`; a failure destroys it.
 */
export async function startExport(work: ExportWork, began: (end: () => void) => void) {
  const worker = new Worker(join(import.meta.dirname, 'export.worker.ts'), {
    workerData: work,
    resourceLimits: MEMORY,
  })
  const end = () => void worker.terminate()
  began(end)
  const counted = Promise.withResolvers<number>()
  let isWhole = false
  let stalled: NodeJS.Timeout | undefined
  const body = new Readable({
    highWaterMark: WAITING,
    read() {
      clearTimeout(stalled)
      worker.postMessage('more')
    },
    destroy(error, done) {
      clearTimeout(stalled)
      end()
      done(error)
    },
  })
  const fail = (error: Error) => {
    counted.reject(error)
    body.destroy(error)
  }
  worker.on('message', (message: FromWorker) => {
    if ('total' in message) return counted.resolve(message.total)
    isWhole = message.part === null
    stalled = setTimeout(() => fail(new Error('nobody reads this export')), LONGEST_STALL_MS).unref()
    body.push(message.part)
  })
  worker.on('error', fail)
  worker.on('exit', () => isWhole || fail(new Error('the thread of an export has ended')))
  // Its failure is that of the count, where nobody reads yet.
  body.on('error', () => {})
  return { total: await counted.promise, body }
}
