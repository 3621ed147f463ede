import { join } from 'node:path'
import pLimit from 'p-limit'
import { refused } from '../../errors.ts'
import { keptProcesses, OverLimit } from '../../processes/child-process.ts'
import type { Lack } from './compare.ts'
import type { ManualContent } from './manual-document.ts'
import type { FitChange } from './room.ts'

const TOO_MUCH =
  'No PDF was generated, because printing this manual takes too much time or memory. Please shorten its texts or remove pictures, or try again when the server is less busy.'
const LIMITS = { seconds: 120, megabytes: 1024 }

/** A PDF; the characters in it that could not be drawn; what it lacks of its pages; and what each page needed to fit. */
export type MadePdf = { bytes: Uint8Array<ArrayBuffer>; missing: string[]; lacks: Lack[]; changes: FitChange[][] }

/** Runs one task at a time. Texts and pictures are read when its turn comes, so that waiting ones need no memory. */
export const inTurn = pLimit(1)

/**
 * What makes the PDF of a manual in another process, with the limits. It throws 422 for one that takes longer than two
 * minutes or too much memory. Call it `inTurn`.
 */
export function manualPrinter({ seconds, megabytes } = LIMITS) {
  const file = join(import.meta.dirname, 'make-pdf.process.ts')
  // It has read its fonts when the next manual comes.
  const print = keptProcesses<ManualContent, MadePdf>(file, { megabytes, idleSeconds: 60 })
  return async (
    content: ManualContent,
    under: { onProgress?: (done: number) => void; signal?: AbortSignal } = {},
  ): Promise<Omit<MadePdf, 'bytes'> & { pdf: Blob }> => {
    const { bytes, ...made } = await print(content, { seconds, ...under }).catch((error) => {
      throw error instanceof OverLimit ? refused('manual_id', TOO_MUCH) : error
    })
    return { pdf: new Blob([bytes]), ...made }
  }
}

/** Makes the PDF of a manual, see `manualPrinter`; `onProgress` hears how much is done, from 0 to 1, and `signal` ends it. */
export const makeManualPdf = manualPrinter()
