import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { type ManualContent, manualDocument } from './manual-document.ts'
import { roboto, robotoFolder } from './roboto.ts'

pdfmake.setFonts({ Roboto: roboto })
// A manual shows what it is handed: nothing is fetched, and of this machine only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(robotoFolder))

const bytes = await pdfmake.createPdf(manualDocument(workerData as ManualContent)).getBuffer()
parentPort?.postMessage(new Uint8Array(bytes))
