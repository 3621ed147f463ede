import pLimit from 'p-limit'
import { runInChildProcess } from './child-process.ts'

const LIMITS = { seconds: 30, megabytes: 512 }
/** Two large files at once already take much memory. */
const oneAtATime = pLimit(1)

/** What can be said of a file that calls itself a PDF. */
export type PdfState = 'openable' | 'locked' | 'broken'

/**
 * Opens a PDF as a reader would, in a process of its own: 'locked' asks for a password, 'broken' is no whole PDF with at
 * least one page, or one that cannot be opened within half a minute.
 */
export async function checkPdf(file: Blob): Promise<PdfState> {
  const end = await file.slice(-2048).text()
  if (!end.includes('%%EOF')) return 'broken'
  return oneAtATime(async () => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return runInChildProcess<{ bytes: Uint8Array }, PdfState>('check-pdf.process.ts', { bytes }, LIMITS).catch(
      () => 'broken',
    )
  })
}
