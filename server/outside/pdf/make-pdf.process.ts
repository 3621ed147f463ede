import pdfmake from 'pdfmake'
import { answerParent } from '../../child-process.ts'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { roboto, robotoFolder } from './roboto.ts'

pdfmake.setFonts({ Roboto: roboto })
// Nothing is fetched, and no file of this machine is read but the fonts.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(robotoFolder))

answerParent(
  async (content: ManualContent) => new Uint8Array(await pdfmake.createPdf(manualDocument(content)).getBuffer()),
)
