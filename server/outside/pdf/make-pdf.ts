import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ManualContent } from './manual-document.ts'

const MOST_SECONDS = 120
const oneAtATime = pLimit(1)

/** Makes the PDF of a manual on a thread of its own. Throws when it cannot be made, or takes longer than two minutes. */
export const makeManualPdf = (content: ManualContent): Promise<Blob> => oneAtATime(() => makeInWorker(content))

function makeInWorker(content: ManualContent): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(import.meta.dirname, 'make-pdf.worker.ts'), {
      workerData: content,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const timer = setTimeout(() => end(() => reject(new Error('making a PDF took too long'))), MOST_SECONDS * 1000)
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    worker.once('message', (bytes: Uint8Array<ArrayBuffer>) => end(() => resolve(new Blob([bytes]))))
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', (code) => end(() => reject(new Error(`making a PDF ended early (${code})`))))
  })
}
