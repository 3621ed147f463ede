import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Batches, Cell, Head } from './cell.ts'
import { partsOf, rowWriter, SHEET_END, sheetPath, sheetStart } from './sheet-xml.ts'

/** No sheet has more rows. */
const MOST_ROWS = 1_048_576
/** The lowest level already compresses most of XML's repetition. */
const COMPRESSION = { compressionLevel: 1 }

type Options = { name: string; mostRows?: number }

/**
 * A table as XLSX, with as many sheets as needed. It is written as it is read, so memory use stays constant; if the
 * rows end with an error, so does the file, without its end.
 */
export function xlsxOf(heads: Head[], batches: Batches, { name, mostRows = MOST_ROWS }: Options): Readable {
  const zip = new ZipFile()
  const file = zip.outputStream.pipe(new PassThrough())
  const rest = remaining(batches)

  async function write() {
    let sheets = 0
    do {
      sheets++
      const xml = Readable.from(sheetOf(heads, rest, mostRows), { objectMode: false })
      zip.addReadStream(xml, sheetPath(sheets), COMPRESSION)
      await finished(xml)
    } while (await rest.hasMore())
    for (const [path, text] of partsOf(name, sheets)) zip.addBuffer(Buffer.from(text), path)
    zip.end()
  }
  zip.on('error', (error: Error) => file.destroy(error))
  write().catch((error: Error) => file.destroy(error))
  return file
}

type Rest = ReturnType<typeof remaining>

/** Rows taken a few at a time, by one sheet after the other. */
function remaining(batches: Batches) {
  const iterator = batches[Symbol.asyncIterator]()
  let batch: Cell[][] = []
  async function hasMore() {
    while (!batch.length) {
      const { done, value } = await iterator.next()
      if (done) return false
      batch = value
    }
    return true
  }
  return {
    hasMore,
    /** At most so many of the next rows; none at the end. */
    async take(most: number) {
      if (most <= 0 || !(await hasMore())) return []
      const taken = batch.slice(0, most)
      batch = batch.slice(most)
      return taken
    },
  }
}

async function* sheetOf(heads: Head[], rest: Rest, mostRows: number) {
  yield Buffer.from(sheetStart(heads))
  const rowXml = rowWriter(heads)
  let last = 1
  for (;;) {
    const rows = await rest.take(mostRows - last)
    if (!rows.length) break
    let xml = ''
    for (const cells of rows) xml += rowXml(cells, ++last)
    yield Buffer.from(xml)
  }
  yield Buffer.from(SHEET_END)
}
