import { join } from 'node:path'
import pLimit from 'p-limit'
import { runInChildProcess } from '../../child-process.ts'
import type { ManualContent } from './manual-document.ts'

const LIMITS = { seconds: 120, megabytes: 1024 }

/** A PDF, and the characters in it that could not be drawn. */
export type MadePdf = { bytes: Uint8Array<ArrayBuffer>; missing: string[] }

/** Runs one work at a time. Texts and pictures are read in one's turn, so that those who wait need no memory. */
export const inTurn = pLimit(1)

/**
 * Makes the PDF of a manual in a process of its own. Rejects when that fails or takes longer than two minutes. Call it
 * `inTurn`.
 */
export async function makeManualPdf(content: ManualContent): Promise<{ pdf: Blob; missing: string[] }> {
  const file = join(import.meta.dirname, 'make-pdf.process.ts')
  const { bytes, missing } = await runInChildProcess<ManualContent, MadePdf>(file, content, LIMITS)
  return { pdf: new Blob([bytes]), missing }
}
