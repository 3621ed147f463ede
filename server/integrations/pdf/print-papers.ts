import { type Papers, paperDocument } from './paper-document.ts'
import { pdfmake } from './pdfmake.ts'
import { tagPages } from './tag-pages.ts'

/** A PDF of letters, and the characters in it that could not be drawn. */
export type MadePapers = { bytes: Uint8Array<ArrayBuffer>; missing: string[] }

/** Prints letters or a bulletin as a tagged PDF. */
export async function printPapers(papers: Papers): Promise<MadePapers> {
  const { document, structure } = paperDocument(papers)
  const { missing } = tagPages(structure)
  const bytes = new Uint8Array(await pdfmake.createPdf(document).getBuffer())
  return { bytes, missing: [...missing] }
}
