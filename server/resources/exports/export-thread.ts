import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { ExportFormat } from '#contract/exports.ts'
import { MINUTE } from '../../clock.ts'
import type { Source, Statement } from '../../db/engines/snapshot.ts'
import type { FrenchOrder } from '../french/french-file.ts'
import type { ExportColumn } from './export-columns.ts'

/** The input of an export's thread, besides what the file is made from. */
type Work = { source: Source; count: Statement }

/** For a table. */
export type TableWork = Work & {
  rows: Statement
  format: ExportFormat
  columns: ExportColumn[]
  /** The name of the sheet. */
  sheet: string
  /** The base of stored files' addresses. */
  publicUrl: string
}

/** For French to be translated, kind by kind. */
export type FrenchWork = Work & FrenchOrder

export type ExportWork = TableWork | FrenchWork

/** What it posts: the number of rows once, then the file in parts, and null at its end. */
export type FromWorker = { total: number } | { part: Uint8Array | null }

/** In megabytes; the rows in transit need much less. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }
/** A reader that takes nothing for this long holds a snapshot, and a place, that others could use. In milliseconds. */
const LONGEST_STALL_MS = MINUTE
/** How much may wait for the reader, in bytes. */
const WAITING = 262_144

/**
 * Counts an export's rows and makes its file on a thread with its own connection, part by part as it is read. The
 * function passed to `began` ends both, as does destroying `body`; a failure destroys it.
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
  // Before anyone reads it, its failure is that of the count.
  body.on('error', () => {})
  return { total: await counted.promise, body }
}
