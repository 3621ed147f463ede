import { SaxesParser } from 'saxes'
import { MEGABYTE } from './limits.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'

export type Attributes = Readonly<Record<string, string | undefined>>

/** Callbacks for each element, by its name without a prefix. */
export type Listener = {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

/** Of a text or a tag; longer ones are held in memory before they can be counted. */
const LONGEST_MARKUP = 2 * MEGABYTE
/** No part of a workbook is nested deeper. */
const DEEPEST = 64

/** Reads XML part by part for `listener`. @throws UnreadableTable if it is not well-formed, or declares entities. */
export async function* readXml(bytes: AsyncIterable<Uint8Array>, listener: Listener): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let sinceMarkup = 0
  let depth = 0
  const seen = () => {
    sinceMarkup = 0
  }
  parser.on('error', () => {
    throw new UnreadableTable(refusals.damaged)
  })
  parser.on('doctype', () => {
    throw new UnreadableTable(refusals.doctype)
  })
  // With more than these, the parser is five times slower: its object then has more properties than V8 stores inline.
  parser.on('comment', seen)
  parser.on('opentag', ({ name, attributes }) => {
    seen()
    if (++depth > DEEPEST) throw new UnreadableTable(refusals.damaged)
    listener.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    seen()
    depth--
    listener.close(localName(name))
  })
  parser.on('text', (text) => listener.text(text))
  parser.on('cdata', (text) => {
    seen()
    listener.text(text)
  })

  for await (const text of decoded(bytes)) {
    sinceMarkup += text.length
    parser.write(text)
    if (sinceMarkup > LONGEST_MARKUP) throw new UnreadableTable(refusals.damaged)
    yield
  }
  parser.close()
}

/** Passes all of it to `listener`. */
export async function readAllXml(bytes: AsyncIterable<Uint8Array>, listener: Listener) {
  for await (const _ of readXml(bytes, listener));
}

/** The value of an attribute with any prefix. */
export function prefixed(attributes: Attributes, name: string) {
  const key = Object.keys(attributes).find((one) => one.endsWith(`:${name}`))
  return key === undefined ? undefined : attributes[key]
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

async function* decoded(bytes: AsyncIterable<Uint8Array>) {
  let decoder: TextDecoder | undefined
  function orDamaged(chunk?: Uint8Array) {
    try {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UnreadableTable(refusals.damaged)
    }
  }
  for await (const chunk of bytes) yield orDamaged(chunk)
  yield orDamaged()
}

function encodingOf([first, second]: Iterable<number> = []) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
