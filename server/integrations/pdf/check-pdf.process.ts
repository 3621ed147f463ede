import { setTimeout } from 'node:timers/promises'
import { getDocumentProxy } from 'unpdf'
import { startOfPdf } from '../../pdf-head.ts'
import { answerParent } from '../../processes/child-process.ts'
import type { FoundPdf, Lack } from './check-pdf.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** A scan has no text on any page; for a book, only this many pages are checked, and only for this long. */
const MOST_PAGES = 200
const TEXT_SECONDS = 8

answerParent(async ({ bytes }: { bytes: Uint8Array }): Promise<FoundPdf> => {
  const bounds = boundsOfPdf(bytes)
  if (!bounds) return { state: 'broken' }
  try {
    const pdf = await getDocumentProxy(bytes.slice(bounds.start, bounds.end), { stopAtErrors: true, verbosity: 0 })
    await pdf.getPage(1)
    return { state: 'openable', ...bounds, lacks: await lacksOf(pdf) }
  } catch (error) {
    return { state: (error as Error).name === 'PasswordException' ? 'locked' : 'broken' }
  }
})

/** What a reader who searches or listens would miss. What cannot be determined is left out. */
async function lacksOf(pdf: Pdf) {
  const [text, tags, language] = await Promise.all([
    Promise.race([hasText(pdf), setTimeout(TEXT_SECONDS * 1000, true)]).catch(() => true),
    pdf.getMarkInfo().then(
      (info) => Boolean(info?.Marked),
      () => true,
    ),
    pdf.getMetadata().then(
      ({ info }) => Boolean((info as { Language?: string | null }).Language),
      () => true,
    ),
  ])
  const found: [Lack, boolean][] = [
    ['text', text],
    ['tags', tags],
    ['language', language],
  ]
  return found.flatMap(([lack, isThere]) => (isThere ? [] : [lack]))
}

async function hasText(pdf: Pdf) {
  for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES); number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    if (items.some((item) => 'str' in item && item.str.trim())) return true
    page.cleanup()
  }
  return false
}

const END = '%%EOF'
/** How an object begins. */
const OBJECT = /\b\d+\s+\d+\s+obj\b/

/**
 * Where the PDF in a file begins and ends: it may be preceded by a newline or a server's headers, and followed by zeros
 * or a page. Null if there is none, or if it continues after its last end mark, as a cut one does.
 */
function boundsOfPdf({ buffer, byteOffset, byteLength }: Uint8Array) {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const start = startOfPdf(bytes)
  const mark = bytes.lastIndexOf(END)
  if (start < 0 || mark < start) return null
  const rest = bytes.subarray(mark + END.length)
  if (OBJECT.test(rest.toString('latin1'))) return null
  const lineEnd = /^\r?\n?/.exec(rest.subarray(0, 2).toString('latin1'))?.[0].length ?? 0
  return { start, end: mark + END.length + lineEnd }
}
