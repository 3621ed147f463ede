import { on } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Reading } from '#contract/import-files.ts'
import { MOST_ROWS } from './limits.ts'
import type { TableRow, TableStart } from './table-row.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** The input of a table's thread. */
export type TableWork = {
  path: string
  mostRows: number
  known: readonly string[]
  reading: Reading
  xliff: XliffReading | undefined
}

/** How XLIFF units are read as rows: the names of their six columns, and which fields are HTML, as kind.field. */
export type XliffReading = { heads: readonly string[]; rich: readonly string[] }

/** What it posts: the start once, then rows in batches, and null at their end; or why it stops reading. */
export type FromTableThread = { start: TableStart } | { rows: TableRow[] | null } | { refused: string }

/** In megabytes; workbooks' shared texts are outside, see `MOST_SHARED_BYTES`. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/** How long the thread may take for its first answer, and for each further one. */
const LONGEST_SECONDS = { start: 120, rows: 60 }

type Options = {
  signal?: AbortSignal
  mostRows?: number
  seconds?: typeof LONGEST_SECONDS
  /** The keys of headings (`headKey`) that identify the sheet and the heading row. */
  known?: readonly string[]
  reading?: Reading
  /** Reads XLIFF too. */
  xliff?: XliffReading | undefined
}

/**
 * Opens a CSV, XLSX or, with `xliff`, XLIFF file, which its bytes tell apart, and reads it on a thread with little
 * memory: once to its end, so that nobody begins with rows of a file that is refused, then again while `rows` are
 * iterated, once, in batches of at most
 * 500. The thread ends with the iteration, when `signal` aborts, and when it takes too long.
 * @throws UnreadableTable, AbortError when aborted.
 */
export async function readTable(
  path: string,
  { signal, mostRows = MOST_ROWS, seconds = LONGEST_SECONDS, known = [], reading = {}, xliff }: Options = {},
): Promise<{ start: TableStart; rows: AsyncIterable<TableRow[]> }> {
  signal?.throwIfAborted()
  const worker = new Worker(join(import.meta.dirname, 'table.worker.ts'), {
    workerData: { path, mostRows, known, reading, xliff } satisfies TableWork,
    resourceLimits: MEMORY,
  })
  const messages = on(worker, 'message', { close: ['exit'], ...(signal && { signal }) })
  const end = () => void worker.terminate()
  signal?.addEventListener('abort', end)
  worker.once('exit', () => signal?.removeEventListener('abort', end))
  // Failures after the last message was read do not matter.
  worker.on('error', () => {})

  async function next(limit: number) {
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      end()
    }, limit * 1000)
    try {
      const { done, value } = await messages.next()
      if (isLate) throw new UnreadableTable(refusals.slow)
      if (done) throw new Error('the thread of a table has ended')
      const [message] = value as [FromTableThread]
      if ('refused' in message) throw new UnreadableTable(message.refused)
      return message
    } catch (error) {
      end()
      throw isOutOfMemory(error) ? new UnreadableTable(refusals.memory) : error
    } finally {
      clearTimeout(late)
    }
  }

  async function* rows() {
    try {
      for (;;) {
        const message = await next(seconds.rows)
        if (!('rows' in message) || !message.rows) return
        yield message.rows
        worker.postMessage('more')
      }
    } finally {
      end()
    }
  }

  const first = await next(seconds.start)
  if (!('start' in first)) throw new Error('the thread of a table has begun without its heads')
  return { start: first.start, rows: rows() }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
