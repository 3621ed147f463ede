import { stringify } from 'csv-stringify/sync'
import type { Batches, Head } from './cell.ts'

const OPTIONS = {
  record_delimiter: '\r\n',
  // Else a single line feed, or white space that programs cut off, would stand alone.
  quoted_match: /[\r\n]|^\s|\s$/,
  cast: { boolean: String },
} as const

/** A table as CSV (RFC 4180) in UTF-8, with the mark by which spreadsheet programs know that. */
export async function* csvOf(heads: Head[], batches: Batches): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${stringify([heads.map(({ label }) => label)], OPTIONS)}`)
  for await (const rows of batches) yield Buffer.from(stringify(rows, OPTIONS))
}
