import { startOfPdf } from '../../pdf-head.ts'

const END = '%%EOF'
/** With what an object begins. */
const OBJECT = /\b\d+\s+\d+\s+obj\b/

/**
 * Where the PDF in a file begins and ends: before it may be a newline or a server's head, after it zeros or a page. Null
 * where there is none, or where it goes on after its last end mark, as one that is cut does.
 */
export function boundsOfPdf({ buffer, byteOffset, byteLength }: Uint8Array) {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const start = startOfPdf(bytes)
  const mark = bytes.lastIndexOf(END)
  if (start < 0 || mark < start) return null
  const rest = bytes.subarray(mark + END.length)
  if (OBJECT.test(rest.toString('latin1'))) return null
  const lineEnd = /^\r?\n?/.exec(rest.subarray(0, 2).toString('latin1'))?.[0].length ?? 0
  return { start, end: mark + END.length + lineEnd }
}
