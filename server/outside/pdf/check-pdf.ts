import { join } from 'node:path'
import pLimit from 'p-limit'
import { runInChildProcess } from '../../processes/child-process.ts'

const LIMITS = { seconds: 30, megabytes: 512 }
/** One at a time, because two large files need too much memory. */
const oneAtATime = pLimit(1)

/** What checkPdf found. */
export type PdfState = 'openable' | 'locked' | 'broken'

/**
 * Opens a PDF in a process of its own: `locked` asks for a password, `broken` is no complete PDF with a page, or one
 * that takes longer than 30 seconds.
 */
export async function checkPdf(file: Blob): Promise<PdfState> {
  const end = await file.slice(-2048).text()
  if (!end.includes('%%EOF')) return 'broken'
  return oneAtATime(async () => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return runInChildProcess<{ bytes: Uint8Array }, PdfState>(
      join(import.meta.dirname, 'check-pdf.process.ts'),
      { bytes },
      LIMITS,
    ).catch(() => 'broken')
  })
}
