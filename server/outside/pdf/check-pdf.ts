import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'

const MOST_SECONDS = 30
/** Two large files at once already take much memory. */
const oneAtATime = pLimit(1)

/** What can be said of a file that calls itself a PDF. */
export type PdfState = 'openable' | 'locked' | 'broken'

/**
 * Opens a PDF as a reader would, on a thread of its own: 'locked' asks for a password, 'broken' is no whole PDF with at
 * least one page, or one that cannot be opened within half a minute.
 */
export async function checkPdf(file: Blob): Promise<PdfState> {
  const end = await file.slice(-2048).text()
  if (!end.includes('%%EOF')) return 'broken'
  return oneAtATime(async () => openInWorker(await file.arrayBuffer()))
}

function openInWorker(bytes: ArrayBuffer): Promise<PdfState> {
  return new Promise((resolve) => {
    const worker = new Worker(join(import.meta.dirname, 'check-pdf.worker.ts'), {
      workerData: bytes,
      transferList: [bytes],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const timer = setTimeout(() => answer('broken'), MOST_SECONDS * 1000)
    const answer = (state: PdfState) => {
      clearTimeout(timer)
      resolve(state)
      void worker.terminate()
    }
    worker.once('message', answer)
    worker.once('error', () => answer('broken'))
    worker.once('exit', () => answer('broken'))
  })
}
