import { createReadStream } from 'node:fs'
import { refusals, UnreadableTable } from './unreadable-table.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

/** The text of an XML file, by its byte order mark, its first bytes or its declaration. @throws UnreadableTable. */
export async function* xmlText(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  const decode = (chunk?: Buffer) => {
    try {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UnreadableTable(refusals.damagedXliff)
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decode(chunk)
  yield decode()
}

const DECLARED = /^(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.-]{1,40})["']/

function encodingOf(chunk: Buffer = Buffer.alloc(0)) {
  const [first, second] = chunk
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declared = DECLARED.exec(chunk.toString('latin1', 0, 300))?.[1] ?? 'utf-8'
  // A declaration in single bytes cannot be UTF-16.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared
}
