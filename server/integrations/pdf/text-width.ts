import { type Font, openSync } from 'fontkit'
import LineBreaker from 'linebreak'
import { roboto } from './roboto.ts'

/** How a piece of text is set, which determines its width. */
type Face = { bold?: boolean; italics?: boolean; font?: string; sub?: boolean; sup?: boolean }

/** The relative size in which pdfmake sets raised and lowered text. */
const RAISED = 0.58
/** For a letter in a font of another script: none is much wider. */
const WIDEST = 1

const opened = new Map<string, Font>()
const known = new Map<string, number>()
const MOST_KNOWN = 20_000

/** The width of a text without line breaks, relative to its size: in points at a size of one point. */
export function widthOf(text: string, { bold = false, italics = false, font, sub, sup }: Face) {
  const part = sub || sup ? RAISED : 1
  if (font) return part * WIDEST * text.replace(/\p{M}/gu, '').length
  const file = roboto[`${bold ? 'bold' : ''}${italics ? 'italics' : ''}` as keyof typeof roboto] ?? roboto.normal
  const key = `${file} ${text}`
  const width = known.get(key) ?? measured(file, text)
  if (known.size > MOST_KNOWN) known.clear()
  known.set(key, width)
  return part * width
}

function measured(file: string, text: string) {
  const font = opened.get(file) ?? (openSync(file) as Font)
  opened.set(file, font)
  return font.layout(text).advanceWidth / font.unitsPerEm
}

/** A text as parts between which a line may end, by the Unicode rules that pdfmake follows. */
export function unbrokenParts(text: string): string[] {
  const parts: string[] = []
  const breaker = new LineBreaker(text)
  let last = 0
  for (let found = breaker.nextBreak(); found; found = breaker.nextBreak()) {
    parts.push(text.slice(last, found.position))
    last = found.position
  }
  return parts
}
