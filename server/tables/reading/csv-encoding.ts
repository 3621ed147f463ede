import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Encoding } from '#contract/import-files.ts'
import { byteScore } from './byte-score.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

/** A byte that is not UTF-8 is read as this private-use character plus the byte, until its cell is known. */
const ODD = 0x10_ff00
/** The rest of a character that the file ends in. */
const CUT = String.fromCodePoint(ODD)

/**
 * A text file's encoding: by its byte order mark, else UTF-16 if it looks like that, else the best fit for its bytes
 * above ASCII.
 */
export async function encodingOf(path: string): Promise<Encoding> {
  const scores = byteScore()
  let isFirst = true
  let [valid, odd] = [0, 0]
  let carry: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const wide = isFirst && wideEncodingOf(chunk)
    if (wide) return wide
    if (isFirst && hasMark(chunk)) return 'utf-8'
    isFirst = false
    if (chunk.includes(0)) throw new UnreadableTable(refusals.noText)
    scores.add(chunk)
    const bytes = carry.length ? Buffer.concat([carry, chunk]) : chunk
    for (let place = 0; place < bytes.length; ) {
      if ((bytes[place] as number) < 0x80) {
        place++
        continue
      }
      const length = sequenceAt(bytes, place)
      if (length < 0) break
      if (length) valid++
      else odd++
      place += length || 1
    }
    carry = bytes.subarray(bytes.length - openEnd(bytes))
  }
  if (valid ? valid >= odd : !odd && !carry.length) return 'utf-8'
  return scores.best()
}

const hasMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const SAMPLE = 4096
/** The share of zero bytes when most characters are Latin. */
const MANY = 0.4

function wideEncodingOf(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE)
  const zeros = [0, 0]
  for (const [place, byte] of sample.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros.map((count) => count / (sample.length / 2))
  if (odd > MANY && even === 0) return 'utf-16le'
  return even > MANY && odd === 0 ? 'utf-16be' : undefined
}

/** The length of the multi-byte UTF-8 character that begins here; 0 if none does, -1 if the bytes end within it. */
function sequenceAt(bytes: Buffer, place: number) {
  const lead = bytes[place] as number
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  if (lead < 0xc2 || lead > 0xf4) return 0
  for (let more = 1; more < length; more++) {
    const byte = bytes[place + more]
    if (byte === undefined) return -1
    if (byte < 0x80 || byte > 0xbf) return 0
  }
  // Overlong forms, halves of pairs and anything beyond Unicode.
  return isUtf8(bytes.subarray(place, place + length)) ? length : 0
}

/** How many bytes at the end begin a character that continues after them. */
function openEnd(bytes: Buffer) {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte >= 0xc0) return sequenceAt(bytes, bytes.length - back) < 0 ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/**
 * A file's text in parts, without its byte order mark. @throws UnreadableTable if it is not a text in that encoding.
 */
export function textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
  return encoding === 'utf-8' ? utf8TextOf(path) : decodedTextOf(path, encoding)
}

async function* decodedTextOf(path: string, encoding: Encoding) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  function decoded(bytes?: Buffer) {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new UnreadableTable(refusals.damaged)
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = decoded(chunk)
    if (text.includes('\0')) throw new UnreadableTable(refusals.noText)
    yield text
  }
  yield decoded()
}

async function* utf8TextOf(path: string) {
  let carry: Buffer = Buffer.alloc(0)
  let isFirst = true
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (chunk.includes(0)) throw new UnreadableTable(refusals.noText)
    const unmarked = isFirst && hasMark(chunk) ? chunk.subarray(3) : chunk
    isFirst = false
    const bytes = carry.length ? Buffer.concat([carry, unmarked]) : unmarked
    const whole = bytes.subarray(0, bytes.length - openEnd(bytes))
    carry = bytes.subarray(whole.length)
    yield isUtf8(whole) ? whole.toString() : withOddBytes(whole)
  }
  if (carry.length) yield CUT
}

function withOddBytes(bytes: Buffer) {
  let text = ''
  let start = 0
  for (let place = 0; place < bytes.length; ) {
    const length = (bytes[place] as number) < 0x80 ? 1 : sequenceAt(bytes, place)
    if (length <= 0) {
      text += bytes.toString('utf8', start, place) + String.fromCodePoint(ODD + (bytes[place] as number))
      start = place + 1
    }
    place += Math.max(1, length)
  }
  return text + bytes.toString('utf8', start)
}

const ODD_SIGN = /[\u{10ff00}\u{10ff80}-\u{10ffff}]/u
const ODD_SIGNS = /[\u{10ff00}\u{10ff80}-\u{10ffff}]/gu
const windows = new TextDecoder('windows-1252')

/**
 * A text with its odd bytes read as Windows-1252, as most programs would have written them; undefined if it has none.
 */
export function withoutOddBytes(text: string): string | undefined {
  if (!ODD_SIGN.test(text)) return undefined
  return text.replace(ODD_SIGNS, (sign) =>
    sign === CUT ? '\ufffd' : windows.decode(Uint8Array.of((sign.codePointAt(0) ?? ODD) - ODD)),
  )
}
