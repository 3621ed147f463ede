import { createReadStream } from 'node:fs'
import { refusals, UnreadableTable } from './unreadable-table.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** The encoding of a text file: by its mark, else UTF-16 where it looks like that, UTF-8 where all of it is, else Windows-1252. */
export async function encodingOf(path: string): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const wide = isFirst && wideEncodingOf(chunk)
    if (wide) return wide
    isFirst = false
    if (chunk.includes(0)) throw new UnreadableTable(refusals.noText)
    isUtf8 &&= isDecodable(() => decoder.decode(chunk, { stream: true }))
  }
  return isUtf8 && isDecodable(() => decoder.decode()) ? 'utf-8' : 'windows-1252'
}

function isDecodable(decode: () => string) {
  try {
    decode()
    return true
  } catch {
    return false
  }
}

const SAMPLE = 4096
/** Of the bytes that are zero where most characters are Latin. */
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

/** The text of a file in parts, without its mark. @throws UnreadableTable where it is no text in that encoding. */
export async function* textOf(path: string, encoding: Encoding): AsyncGenerator<string> {
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
