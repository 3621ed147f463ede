import pdfmake from 'pdfmake'
import { answerParent } from '../../processes/child-process.ts'
import { fonts } from './fonts.ts'
import type { MadePdf } from './make-pdf.ts'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { tagPages } from './tag-pages.ts'

pdfmake.setFonts(fonts)
// Nothing is fetched, and no file of this machine is read but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)))
pdfmake.setLocalAccessPolicy((path) => files.has(path))

answerParent(async (content: ManualContent): Promise<MadePdf> => {
  const { document, structure } = manualDocument(content)
  const missing = tagPages(structure)
  const bytes = new Uint8Array(await pdfmake.createPdf(document).getBuffer())
  return { bytes, missing: [...missing] }
})
