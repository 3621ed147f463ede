/** A part of rich text: words, or something not for translators: a tag, or a character that we write differently. */
export type Token = { text: string } | { code: string }

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': '\u00a0' } as const
const WRITTEN = new Map<string, string>(Object.entries(ENTITIES).map(([entity, character]) => [character, entity]))
const CODES = /<[^<>]*>|&(?:amp|lt|gt|nbsp);|[&<>\u00a0]/g

/** Rich text in parts, which `htmlOf` reassembles without changing a character, whatever it is. */
export function tokensOf(html: string): Token[] {
  const tokens: Token[] = []
  let text = ''
  let last = 0
  const flush = () => {
    if (text) tokens.push({ text })
    text = ''
  }
  for (const { 0: found, index } of html.matchAll(CODES)) {
    text += html.slice(last, index)
    last = index + found.length
    const character = (ENTITIES as Record<string, string | undefined>)[found]
    if (character !== undefined) text += character
    else {
      flush()
      tokens.push({ code: found })
    }
  }
  text += html.slice(last)
  flush()
  return tokens
}

/** Words as written in rich text. */
export const textInHtml = (text: string) => text.replace(/[&<>\u00a0]/g, (one) => WRITTEN.get(one) ?? one)

export const htmlOf = (tokens: Token[]) =>
  tokens.map((token) => ('code' in token ? token.code : textInHtml(token.text))).join('')

/** What is not for translators, in any order: texts with equal codes have kept all of them. */
export const codesIn = (html: string) =>
  tokensOf(html)
    .flatMap((token) => ('code' in token ? [token.code] : []))
    .toSorted()

const NAME = /^<(\/?)([a-z][a-z0-9]*)(?:[^a-z0-9<>][^<>]*)?>$/i
const NEVER_CLOSED = new Set(['br', 'hr', 'img'])

/** For each opening tag's place, that of its closing tag; without those that do not nest properly. */
export function pairsIn(tokens: Token[]): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: { name: string; place: number }[] = []
  for (const [place, token] of tokens.entries()) {
    const [, closes, name = ''] = ('code' in token && NAME.exec(token.code)) || []
    if (!name || NEVER_CLOSED.has(name)) continue
    if (!closes) open.push({ name, place })
    else if (open.at(-1)?.name === name) pairs.set(open.pop()?.place ?? 0, place)
    else return new Map()
  }
  return open.length ? new Map() : pairs
}
