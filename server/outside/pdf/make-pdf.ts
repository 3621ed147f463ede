import { join } from 'node:path'
import pLimit from 'p-limit'
import { refused } from '../../errors.ts'
import { OverLimit, runInChildProcess } from '../../processes/child-process.ts'
import type { ManualContent } from './manual-document.ts'

const TOO_MUCH =
  'No PDF was made, because printing this manual takes more time or memory than it may. Please shorten its texts or remove pictures, or try again when the server is less busy.'
const LIMITS = { seconds: 120, megabytes: 1024 }

/** A PDF, and the characters in it that could not be drawn. */
export type MadePdf = { bytes: Uint8Array<ArrayBuffer>; missing: string[] }

/** Runs one work at a time. Texts and pictures are read in one's turn, so that those who wait need no memory. */
export const inTurn = pLimit(1)

/**
 * Makes the PDF of a manual in a process of its own. Throws 422 for one that takes longer than two minutes or too much
 * memory. Call it `inTurn`.
 */
export async function makeManualPdf(
  content: ManualContent,
  limits = LIMITS,
): Promise<{ pdf: Blob; missing: string[] }> {
  const file = join(import.meta.dirname, 'make-pdf.process.ts')
  const { bytes, missing } = await runInChildProcess<ManualContent, MadePdf>(file, content, limits).catch((error) => {
    throw error instanceof OverLimit ? refused('manual_id', TOO_MUCH) : error
  })
  return { pdf: new Blob([bytes]), missing }
}
