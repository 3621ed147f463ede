import pdfmake from 'pdfmake'
import { answerParent } from '../../child-process.ts'
import type { MadePdf } from './make-pdf.ts'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { roboto, robotoFolder } from './roboto.ts'
import { tagPages } from './tag-pages.ts'

pdfmake.setFonts({ Roboto: roboto })
// Nothing is fetched, and no file of this machine is read but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(robotoFolder))

answerParent(async (content: ManualContent): Promise<MadePdf> => {
  const { document, structure } = manualDocument(content)
  const missing = tagPages(structure)
  const bytes = new Uint8Array(await pdfmake.createPdf(document).getBuffer())
  return { bytes, missing: [...missing] }
})
