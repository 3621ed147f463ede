import { pairsIn, type Token, tokensOf } from './html-tokens.ts'

export const XLIFF = 'urn:oasis:names:tc:xliff:document:2.0'
/** For the other statements about units. */
export const OWN = 'urn:rv-owner-back-office:xliff'

/** A text for translators. If `isRich`, it is HTML, whose tags become codes. */
export type XliffUnit = {
  id: string
  name: string
  source: string
  /** Empty if there is none. */
  target: string
  isRich: boolean
  state: 'initial' | 'final'
  /** What XLIFF's state leaves open. */
  subState?: string
  /** Identifies the target at the time of the export. */
  mark?: string
}
type XliffFile = { id: string; original: string; units: AsyncIterable<XliffUnit[]> }

const MEANINGS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
/** Characters that XML does not have, not even escaped. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

const escaped = (text: string) => text.replace(/[&<>"\r]/g, (one) => MEANINGS[one] ?? one)
const hexOf = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
const content = (text: string) => escaped(text).replace(UNWRITABLE, (one) => `<cp hex="${hexOf(one)}"/>`)
const attribute = (text: string) =>
  escaped(text.replace(UNWRITABLE, '')).replace(/[\t\n]/g, (one) => `&#${one.charCodeAt(0)};`)

/** XLIFF 2.1 in parts, from English into Canadian French, made as it is read. */
export async function* xliffOf(files: Iterable<XliffFile>): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="${XLIFF}" xmlns:own="${OWN}" version="2.1" srcLang="en" trgLang="fr-CA">\n`,
  )
  for (const { id, original, units } of files) {
    let isOpen = false
    for await (const batch of units) {
      for (const unit of batch) {
        // A file without units is not valid.
        const head = isOpen ? '' : `<file id="${attribute(id)}" original="${attribute(original)}">\n`
        isOpen = true
        yield Buffer.from(head + unitXml(unit))
      }
    }
    if (isOpen) yield Buffer.from('</file>\n')
  }
  yield Buffer.from('</xliff>\n')
}

/** A unit as XML. */
export function unitXml({ id, name, source, target, isRich, state, subState, mark }: XliffUnit) {
  const data = dataIds()
  const [english, french] = [source, target].map((text): Token[] => (isRich ? tokensOf(text) : [{ text }])) as [
    Token[],
    Token[],
  ]
  const known = new Map<string, string[]>()
  let last = 0
  const sourceXml = inline(english, data, (code) => {
    const given = String(++last)
    known.set(code, [...(known.get(code) ?? []), given])
    return given
  })
  let own = 0
  // A code in the French is the English one with the same mark-up, as long as there is one left.
  const targetXml = inline(french, data, (code) => known.get(code)?.shift() ?? `t${++own}`)
  const written = data.all()
  return [
    `<unit id="${attribute(id)}" name="${attribute(name)}" xml:space="preserve"${mark ? ` own:mark="${mark}"` : ''}>`,
    ...(written.length ? [`<originalData>${written.join('')}</originalData>`] : []),
    `<segment state="${state}"${subState ? ` subState="${subState}"` : ''}><source>${sourceXml}</source>`,
    ...(target ? [`<target>${targetXml}</target>`] : []),
    '</segment></unit>\n',
  ].join('')
}

/** What codes stand for, each stored once. */
function dataIds() {
  const ids = new Map<string, string>()
  return {
    of(code: string) {
      const id = ids.get(code) ?? `d${ids.size + 1}`
      ids.set(code, id)
      return id
    },
    all: () => [...ids].map(([code, id]) => `<data id="${id}">${content(code)}</data>`),
  }
}

const KEPT = 'canCopy="no" canDelete="no"'

function inline(tokens: Token[], data: ReturnType<typeof dataIds>, idOf: (code: string) => string) {
  const pairs = pairsIn(tokens)
  const closing = new Set(pairs.values())
  const codeAt = (place: number) => (tokens[place] as { code: string }).code
  return tokens
    .map((token, place) => {
      if ('text' in token) return content(token.text)
      if (closing.has(place)) return '</pc>'
      const ends = pairs.get(place)
      const { code } = token
      if (ends === undefined) return `<ph id="${idOf(code)}" ${KEPT} dataRef="${data.of(code)}"/>`
      const [id, end] = [idOf(code + codeAt(ends)), codeAt(ends)]
      return `<pc id="${id}" ${KEPT} dataRefStart="${data.of(code)}" dataRefEnd="${data.of(end)}">`
    })
    .join('')
}
