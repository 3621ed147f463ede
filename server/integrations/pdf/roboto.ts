import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const robotoFolder = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto')

/** The files of the font bundled with pdfmake, by style. */
export const roboto = {
  normal: join(robotoFolder, 'Roboto-Regular.ttf'),
  bold: join(robotoFolder, 'Roboto-Medium.ttf'),
  italics: join(robotoFolder, 'Roboto-Italic.ttf'),
  bolditalics: join(robotoFolder, 'Roboto-MediumItalic.ttf'),
}
