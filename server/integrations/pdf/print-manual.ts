import pdfmake from 'pdfmake'
import { lacksOf } from './compare.ts'
import { fonts } from './fonts.ts'
import { keepHeadings } from './keep-headings.ts'
import type { MadePdf } from './make-pdf.ts'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { type Found, readBack } from './read-back.ts'
import type { TableWay } from './room.ts'
import { tagPages } from './tag-pages.ts'

pdfmake.setFonts(fonts)
// Nothing is fetched, and no file of this machine is read but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)))
pdfmake.setLocalAccessPolicy((path) => files.has(path))

/** How tables are printed on pages that would lack something otherwise, tried in turn. */
const NEXT_WAYS: TableWay[] = ['broken rows', 'paragraphs']

/**
 * Prints a manual, reads the PDF again and compares it with the pages. Pages that lack something are printed another
 * way; what is still missing at the end is in `lacks`. `onProgress` is called with how much is done, from 0 to 1.
 */
export async function printManual(
  content: ManualContent,
  onProgress: (done: number) => void = () => {},
): Promise<MadePdf> {
  const ways: TableWay[] = []
  let made = await printAndCompare(content, ways, onProgress)
  for (const next of NEXT_WAYS) {
    if (!made.lacks.length) break
    for (const { page } of made.lacks) ways[page] = next
    made = await printAndCompare(content, ways, onProgress)
  }
  return made
}

async function printAndCompare(
  content: ManualContent,
  ways: TableWay[],
  onProgress: (done: number) => void,
): Promise<MadePdf> {
  const { bytes, structure, found, missing, changes } = await drawAndRead(content, ways, onProgress)
  const lacks = lacksOf(content, structure, found, missing)
  return { bytes, missing: [...missing], lacks, changes: changes.map((some) => [...some]) }
}

/** What each step takes of the time. */
const MEASURED = 0.2
const LAID_OUT = 0.4
const DRAWN = 0.6

/** Draws a manual and reads the result. */
export async function drawAndRead(
  content: ManualContent,
  ways: TableWay[] = [],
  onProgress: (done: number) => void = () => {},
) {
  const { document, structure, changes } = manualDocument(content, ways)
  keepHeadings((page) => onProgress(MEASURED + (page / changes.length) * (LAID_OUT - MEASURED)))
  const drawn = tagPages(structure, () => onProgress(LAID_OUT))
  const pdf = pdfmake.createPdf(document)
  const bytes = new Uint8Array(await pdf.getBuffer())
  onProgress(DRAWN)
  const found: Found = await readBack(bytes, drawn, (read) => onProgress(DRAWN + read * (1 - DRAWN)))
  return { bytes, structure, found, missing: drawn.missing, changes }
}
