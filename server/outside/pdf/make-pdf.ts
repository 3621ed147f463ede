import { join } from 'node:path'
import pLimit from 'p-limit'
import { runInChildProcess } from '../../child-process.ts'
import type { ManualContent } from './manual-document.ts'

const LIMITS = { seconds: 120, megabytes: 1024 }
const oneAtATime = pLimit(1)

/** Makes the PDF of a manual in a process of its own. Rejects when that fails or takes longer than two minutes. */
export const makeManualPdf = (content: ManualContent): Promise<Blob> =>
  oneAtATime(async () => {
    const bytes = await runInChildProcess<ManualContent, Uint8Array<ArrayBuffer>>(
      join(import.meta.dirname, 'make-pdf.process.ts'),
      content,
      LIMITS,
    )
    return new Blob([bytes])
  })
