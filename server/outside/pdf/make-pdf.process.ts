import pdfmake from 'pdfmake'
import { answerParent } from './child-process.ts'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { roboto, robotoFolder } from './roboto.ts'

pdfmake.setFonts({ Roboto: roboto })
// A manual shows what it is handed: nothing is fetched, and of this machine only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(robotoFolder))

answerParent(
  async (content: ManualContent) => new Uint8Array(await pdfmake.createPdf(manualDocument(content)).getBuffer()),
)
