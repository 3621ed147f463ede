import { join } from 'node:path'
import pLimit from 'p-limit'
import { keptProcesses } from '../../processes/child-process.ts'

const SECONDS = 30
/** One at a time, because two large files need too much memory. */
const oneAtATime = pLimit(1)

/** What a PDF may lack. */
export type Lack = 'text' | 'tags' | 'language'

/** The process's findings; the PDF is from `start` to `end` of the file. */
export type FoundPdf =
  | { state: 'openable'; start: number; end: number; lacks: Lack[] }
  | { state: 'locked' }
  | { state: 'broken' }

/** `pdf` is the file without anything before and after its PDF; `warning` says what readers will miss. */
type CheckedPdf = { state: 'openable'; pdf: Blob; warning: string | undefined } | { state: 'locked' | 'broken' }

const find = keptProcesses<{ bytes: Uint8Array }, FoundPdf>(join(import.meta.dirname, 'check-pdf.process.ts'), {
  megabytes: 512,
  idleSeconds: 60,
})

/**
 * Opens a PDF in another process: `locked` asks for a password, `broken` is not a complete PDF with a page, or takes
 * longer than 30 seconds.
 */
export async function checkPdf(file: Blob): Promise<CheckedPdf> {
  const found = await oneAtATime(async () => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    return find({ bytes }, { seconds: SECONDS }).catch((): FoundPdf => ({ state: 'broken' }))
  })
  if (found.state !== 'openable') return found
  // Viewers count a PDF's offsets from its header, and strict ones find its end only at the file's end.
  return { state: 'openable', pdf: file.slice(found.start, found.end), warning: warningOf(found.lacks) }
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

function warningOf(lacks: Lack[]) {
  if (!lacks.length) return undefined
  const words = lacks.map((lack) => (lack === 'text' ? 'no text (it may be a scan)' : `no ${lack}`))
  const effect = lacks.includes('text')
    ? 'it cannot be searched or read aloud'
    : `screen readers may read it in the wrong ${lacks.map((lack) => (lack === 'tags' ? 'order' : 'language')).join(' or ')}`
  return `This PDF has ${listed.format(words)}, so ${effect}.`
}
