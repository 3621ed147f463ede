import pdfmake from 'pdfmake'
import { fonts } from './fonts.ts'

pdfmake.setFonts(fonts)
// Nothing is fetched, and no local file but the fonts is read.
pdfmake.setUrlAccessPolicy(() => false)
const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)))
pdfmake.setLocalAccessPolicy((path) => files.has(path))

/** The PDF library, with this product's fonts. */
export { pdfmake }
