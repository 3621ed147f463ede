import { join } from 'node:path'
import pLimit from 'p-limit'
import { refused } from '../../errors.ts'
import { keptProcesses, OverLimit } from '../../processes/child-process.ts'
import type { Lack } from './compare.ts'
import type { ManualContent } from './manual-document.ts'
import type { Papers } from './paper-document.ts'
import type { MadePapers } from './print-papers.ts'
import type { FitChange } from './room.ts'

const TOO_MUCH =
  'No PDF was generated, because printing this manual takes too much time or memory. Please shorten its texts or remove pictures, or try again when the server is less busy.'
const LIMITS = { seconds: 120, megabytes: 1024 }

/**
 * A PDF; the characters in it that could not be drawn; what it lacks compared with its pages; and what each page needed
 * to fit.
 */
export type MadePdf = { bytes: Uint8Array<ArrayBuffer>; missing: string[]; lacks: Lack[]; changes: FitChange[][] }

/** Runs one task at a time. Texts and pictures are read at its turn, so that waiting tasks need no memory. */
export const inTurn = pLimit(1)

/**
 * A function that makes a manual's PDF in another process, within limits. It throws 422 if that takes longer than two
 * minutes or too much memory. Call it `inTurn`.
 */
export function manualPrinter({ seconds, megabytes } = LIMITS) {
  const file = join(import.meta.dirname, 'make-pdf.process.ts')
  // It already has its fonts when the next manual comes.
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

/** Makes a manual's PDF, see `manualPrinter`; `onProgress` gets how much is done, from 0 to 1, and `signal` ends it. */
export const makeManualPdf = manualPrinter()

const NO_PAPERS = 'No PDF was made, because that takes too much time or memory now. Please take the CSV file.'
const PAPERS_SECONDS = 120

const printed = keptProcesses<Papers, MadePapers>(join(import.meta.dirname, 'print-papers.process.ts'), {
  megabytes: 1024,
  idleSeconds: 60,
})

/**
 * Prints letters or a bulletin in a separate process, after earlier print jobs; `signal` ends it. Throws 422 if that
 * takes longer than two minutes, or too much memory.
 */
export const makePapers = (papers: Papers, signal: AbortSignal) =>
  inTurn(async () => {
    signal.throwIfAborted()
    return printed(papers, { seconds: PAPERS_SECONDS, signal }).catch((error) => {
      throw error instanceof OverLimit ? refused('format', NO_PAPERS) : error
    })
  })

const MOST_NAMED = 10

/** Scripts by their common names. The first match counts. */
const scripts: [name: string, letters: RegExp][] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Chinese or Japanese', /\p{Script_Extensions=Han}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Hindi', /\p{Script=Devanagari}/u],
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
]

/** A sentence about characters that a PDF shows as boxes; undefined if there are none. */
export function warningAbout(missing: string[]): string | undefined {
  if (!missing.length) return undefined
  const names = missing.map((letter) => scripts.find(([, letters]) => letters.test(letter))?.[0] ?? 'other symbols')
  const found = new Intl.ListFormat('en', { type: 'conjunction' }).format(new Set(names))
  const more = missing.length > MOST_NAMED ? ` and ${missing.length - MOST_NAMED} more` : ''
  const letters = `${missing.slice(0, MOST_NAMED).join(' ')}${more}`
  return `The PDF shows boxes in place of characters that its font lacks (${found}): ${letters}`
}
