import { join } from 'node:path'
import pLimit from 'p-limit'
import { refused } from '../../errors.ts'
import { OverLimit, runInChildProcess } from '../../processes/child-process.ts'
import type { Lack } from './compare.ts'
import type { ManualContent } from './manual-document.ts'
import type { FitChange } from './room.ts'

const TOO_MUCH =
  'No PDF was generated, because printing this manual takes too much time or memory. Please shorten its texts or remove pictures, or try again when the server is less busy.'
const LIMITS = { seconds: 120, megabytes: 1024 }

/** A PDF; the characters in it that could not be drawn; what it lacks of its pages; and what each page needed to fit. */
export type MadePdf = { bytes: Uint8Array<ArrayBuffer>; missing: string[]; lacks: Lack[]; changes: FitChange[][] }

type PrintOptions = Partial<typeof LIMITS> & { onProgress?: (done: number) => void }

/** Runs one task at a time. Texts and pictures are read when its turn comes, so that waiting ones need no memory. */
export const inTurn = pLimit(1)

/**
 * Makes the PDF of a manual in a process of its own. Throws 422 for one that takes longer than two minutes or too much
 * memory. Call it `inTurn`.
 */
export async function makeManualPdf(
  content: ManualContent,
  { onProgress, ...limits }: PrintOptions = LIMITS,
): Promise<Omit<MadePdf, 'bytes'> & { pdf: Blob }> {
  const file = join(import.meta.dirname, 'make-pdf.process.ts')
  const { bytes, ...made } = await runInChildProcess<ManualContent, MadePdf>(file, content, {
    ...LIMITS,
    ...limits,
    onProgress,
  }).catch((error) => {
    throw error instanceof OverLimit ? refused('manual_id', TOO_MUCH) : error
  })
  return { pdf: new Blob([bytes]), ...made }
}
