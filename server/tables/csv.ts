import { stringify } from 'csv-stringify/sync'
import type { Batches, Head } from './cell.ts'

const OPTIONS = {
  record_delimiter: '\r\n',
  // Otherwise a lone line feed, or white space that programs cut off, would be unquoted.
  quoted_match: /[\r\n]|^\s|\s$/,
  cast: { boolean: String },
} as const

/** A table as CSV (RFC 4180) in UTF-8, with the byte order mark that spreadsheet programs recognize. */
export async function* csvOf(heads: Head[], batches: Batches): AsyncGenerator<Buffer> {
  yield Buffer.from(`\uFEFF${stringify([heads.map(({ label }) => label)], OPTIONS)}`)
  for await (const rows of batches) yield Buffer.from(stringify(rows, OPTIONS))
}
