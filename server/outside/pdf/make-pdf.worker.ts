import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { type ManualContent, manualDocument } from './manual-document.ts'

const fonts = join(createRequire(import.meta.url).resolve('pdfmake/package.json'), '../fonts/Roboto')

pdfmake.setFonts({
  Roboto: {
    normal: join(fonts, 'Roboto-Regular.ttf'),
    bold: join(fonts, 'Roboto-Medium.ttf'),
    italics: join(fonts, 'Roboto-Italic.ttf'),
    bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
  },
})
// A manual shows what it is handed: nothing is fetched, and of this machine only the fonts are read.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(fonts))

const bytes = await pdfmake.createPdf(manualDocument(workerData as ManualContent)).getBuffer()
parentPort?.postMessage(new Uint8Array(bytes))
