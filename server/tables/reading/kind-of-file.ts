import { type FileHandle, open } from 'node:fs/promises'
import { MOST_BYTES } from './limits.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

const FIRST_BYTES = 4096
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const ZIP = Buffer.from('504b0304', 'hex')
const EMPTY_ZIP = Buffer.from('504b0506', 'hex')

const OTHERS: [begins: Buffer, kind: string][] = [
  [Buffer.from('%PDF-'), 'a PDF'],
  [Buffer.from('89504e47', 'hex'), 'a picture'],
  [Buffer.from('ffd8ff', 'hex'), 'a picture'],
  [Buffer.from('GIF8'), 'a picture'],
  [Buffer.from('{\\rtf'), 'a text document'],
  [Buffer.from('1f8b08', 'hex'), 'a compressed file'],
  [Buffer.from('7z\xbc\xaf', 'latin1'), 'a compressed file'],
  [Buffer.from('Rar!\x1a'), 'a compressed file'],
]
const WEB_PAGE = /^<(!doctype\s+html|html|head|body|table)\b/i
/** In UTF-8 or UTF-16, with or without a byte order mark. */
const BEGINS_LIKE_XML = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<\0?(?:[?!]|x\0?l\0?i\0?f\0?f|[\w.-]+:x\0?l)/
const XML = /^\s*<\?xml\b/i

/**
 * A file's format by its first bytes; XML is one with `withXml`. @throws UnreadableTable for known formats that are not
 * tables.
 */
export async function kindOfFile(path: string, withXml = false): Promise<'csv' | 'xlsx' | 'xml'> {
  await using file = await open(path)
  const { size } = await file.stat()
  if (size === 0) throw new UnreadableTable(refusals.empty)
  if (size > MOST_BYTES) throw new UnreadableTable(refusals.largeFile)
  const first = await bytesAt(file, 0, FIRST_BYTES)
  const begins = (bytes: Buffer) => first.subarray(0, bytes.length).equals(bytes)
  if (begins(ZIP)) return 'xlsx'
  if (begins(EMPTY_ZIP)) throw new UnreadableTable(refusals.noWorkbook)
  if (begins(OLE)) throw new UnreadableTable((await isLocked(file, first)) ? refusals.locked : refusals.excel97)
  if (withXml && BEGINS_LIKE_XML.test(first.toString('latin1', 0, 80))) return 'xml'
  const kind = OTHERS.find(([bytes]) => begins(bytes))?.[1] ?? kindOfText(first.toString('latin1'))
  if (kind) throw new UnreadableTable(refusals.otherKind(kind))
  return 'csv'
}

function kindOfText(text: string) {
  const start = text.replace(/^\xef\xbb\xbf/, '')
  const isXml = XML.test(start)
  let rest = (isXml ? after(start, '>') : start).trimStart()
  while (rest.startsWith('<!--')) rest = after(rest, '-->').trimStart()
  if (WEB_PAGE.test(rest)) return 'a web page'
  return isXml ? 'an XML file' : undefined
}

/** What follows the first `end`; empty if there is none. */
function after(text: string, end: string) {
  const place = text.indexOf(end)
  return place < 0 ? '' : text.slice(place + end.length)
}

async function bytesAt(file: FileHandle, position: number, length: number) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const LARGEST_SECTOR = 12
const DIRECTORY_BYTES = 65_536
const LOCKED_PART = Buffer.from('EncryptedPackage', 'utf16le')

/** Whether an OLE file contains an encrypted workbook, which its directory names. */
async function isLocked(file: FileHandle, header: Buffer) {
  if (header.length < 76) return false
  const shift = header.readUInt16LE(30)
  if (shift > LARGEST_SECTOR) return false
  const directory = (header.readUInt32LE(48) + 1) * 2 ** shift
  return (await bytesAt(file, directory, DIRECTORY_BYTES)).includes(LOCKED_PART)
}
