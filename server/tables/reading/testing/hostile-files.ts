import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { partsOf, sheetPath } from '../../sheet-xml.ts'

export const SHEET = sheetPath(1)
export const STYLES = 'xl/styles.xml'
export const TEXTS = 'xl/sharedStrings.xml'
const WORKBOOK = 'xl/_rels/workbook.xml.rels'

/** Parts of a text, the middle one repeated many times. */
export type Repeated = [start: string, middle: string, times: number, end: string]

function* repeated([start, middle, times, end]: Repeated) {
  yield Buffer.from(start)
  const most = Math.ceil(65_536 / (middle.length + 1))
  const many = Buffer.from(middle.repeat(most))
  for (let left = times; left > 0; left -= most) yield left >= most ? many : Buffer.from(middle.repeat(left))
  yield Buffer.from(end)
}

const streamOf = (text: Repeated) => Readable.from(repeated(text), { objectMode: false })

/** Writes a text that may be very long. */
export const writeText = (path: string, text: Repeated) => pipeline(streamOf(text), createWriteStream(path))

/** Writes a workbook in which these parts replace the usual ones, or are added. */
export async function writeWorkbook(path: string, given: Record<string, Repeated>) {
  const zip = new ZipFile()
  const withTexts = (xml: string) =>
    xml.replace('</Relationships>', `<Relationship Id="t" Type="x/sharedStrings" Target="sharedStrings.xml"/>$&`)
  for (const [name, xml] of partsOf('Hostile', 1)) {
    if (!(name in given)) zip.addBuffer(Buffer.from(name === WORKBOOK ? withTexts(xml) : xml), name)
  }
  for (const [name, text] of Object.entries(given)) zip.addReadStream(streamOf(text), name, { compressionLevel: 1 })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

const ENTRY = Buffer.from('504b0102', 'hex')
const [UNPACKED_SIZE, PACKED_SIZE, NAME, OFFSET] = [24, 20, 46, 42]

/** The place in a ZIP file's directory that describes an entry. */
function entryOf(zip: Buffer, name: string) {
  for (let at = zip.indexOf(ENTRY); at >= 0; at = zip.indexOf(ENTRY, at + 1)) {
    if (zip.toString('latin1', at + NAME, at + NAME + name.length) === name) return at
  }
  throw new Error(`${name} is not in the ZIP file`)
}

/** A ZIP file that claims an entry unpacks to so many bytes. */
export function withSize(zip: Buffer, name: string, size: number) {
  zip.writeUInt32LE(size, entryOf(zip, name) + UNPACKED_SIZE)
  return zip
}

/** A ZIP file in which entries share another one's bytes. */
export function withOverlap(zip: Buffer, of: string, ...names: string[]) {
  const source = entryOf(zip, of)
  for (const name of names) {
    const at = entryOf(zip, name)
    for (const [from, length] of [
      [PACKED_SIZE, 4],
      [UNPACKED_SIZE, 4],
      [OFFSET, 4],
    ] as const)
      zip.copy(zip, at + from, source + from, source + from + length)
  }
  return zip
}
