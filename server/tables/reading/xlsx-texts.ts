import { LONGEST_ROW, MEGABYTE, MOST_SHARED_BYTES, MOST_SHARED_TEXTS } from './limits.ts'
import { refusals, UnreadableTable } from './unreadable-table.ts'
import { type Attributes, readAllXml } from './xlsx-xml.ts'

const ESCAPED = /_x([0-9a-f]{4})_/gi
const WHITE_SPACE = ' \t\r\n'

/** A text without the escapes for what XML cannot contain. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A text without the XML white space around it. */
function trimmed(text: string) {
  let [start, end] = [0, text.length]
  while (start < end && WHITE_SPACE.includes(text.charAt(start))) start++
  while (end > start && WHITE_SPACE.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/** Joins a text's runs, without their formats and pronunciations. */
export function textCollector() {
  let text = ''
  let run: string | undefined
  let isKept = false
  let isPronunciation = false
  return {
    open(name: string, attributes: Attributes) {
      if (name === 'rPh') isPronunciation = true
      if (name !== 't' || isPronunciation) return
      run = ''
      isKept = attributes['xml:space'] === 'preserve'
    },
    text(part: string) {
      if (run !== undefined) run += part
    },
    close(name: string) {
      if (name === 'rPh') isPronunciation = false
      if (name !== 't' || run === undefined) return
      text += unescaped(isKept ? run : trimmed(run))
      run = undefined
      if (text.length > LONGEST_ROW) throw new UnreadableTable(refusals.damaged)
    },
    /** Returns the text and clears it. */
    take() {
      const taken = text
      text = ''
      return taken
    },
  }
}

const CHUNK = 4 * MEGABYTE

/** Texts by place, outside the thread's heap and without an object for each. */
export function textStore() {
  const chunks: Buffer[] = []
  let starts = new Uint32Array(1024)
  let count = 0
  let end = 0
  return {
    /** @throws UnreadableTable if there is no room for more. */
    add(text: string) {
      const length = Buffer.byteLength(text)
      if ((end % CHUNK) + length > CHUNK) end = Math.ceil(end / CHUNK) * CHUNK
      if (end + length > MOST_SHARED_BYTES || count === MOST_SHARED_TEXTS)
        throw new UnreadableTable(refusals.manySharedTexts)
      const chunk = (chunks[Math.floor(end / CHUNK)] ??= Buffer.allocUnsafeSlow(CHUNK))
      chunk.write(text, end % CHUNK)
      if (count * 2 === starts.length) starts = grown(starts)
      starts[count * 2] = end
      starts[count * 2 + 1] = length
      count++
      end += length
    },
    at(place: number) {
      const [start, length] = [starts[place * 2], starts[place * 2 + 1]]
      if (!(place >= 0 && place < count) || start === undefined || length === undefined) return undefined
      const from = start % CHUNK
      return length ? chunks[Math.floor(start / CHUNK)]?.toString('utf8', from, from + length) : ''
    },
  }
}

function grown(numbers: Uint32Array<ArrayBuffer>) {
  const larger = new Uint32Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** The texts that a workbook's cells share. */
export type SharedTexts = Pick<ReturnType<typeof textStore>, 'at'>

/** Reads the texts that a workbook's cells share. @throws UnreadableTable if they are too many. */
export async function sharedTextsOf(bytes: AsyncIterable<Uint8Array>): Promise<SharedTexts> {
  const store = textStore()
  const { open, text, close, take } = textCollector()
  await readAllXml(bytes, {
    open,
    text,
    close(name) {
      close(name)
      if (name === 'si') store.add(take())
    },
  })
  return store
}
