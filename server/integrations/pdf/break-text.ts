import type { ContentText } from 'pdfmake/interfaces.js'
import { widthOf } from './text-width.ts'

/** Formatted text, as pdfmake takes it. */
export type PlainText = Omit<ContentText, 'text'> & { text: string }

/** In letters. A line at normal size holds about ninety. */
const LONGEST_WORD = 80
const PIECE = /(?:[^\p{M}]\p{M}{0,9}|\p{M}){1,30}/gu
/** In letters, as each may be a word: Chinese has no spaces. */
const LONGEST_PARAGRAPH = 5000
/** A zero-width place where a line may end within a word. */
const MAY_BREAK = '\u200b'
const NO_BREAK = '\u00a0'

/**
 * Prepares text for pdfmake, whose work grows with the square of a word's letters and of a paragraph's words: words of
 * more than 80 letters may break after each 30, even if their letters are in several texts, and a paragraph of more
 * than 5,000 letters becomes several. Words joined by no-break spaces may break between them if together they are wider
 * than a line, of `widest` times the size of the text.
 */
export function breakText(texts: PlainText[], widest: number): PlainText[][] {
  const paragraphs: PlainText[][] = [[]]
  let length = 0
  /** Since the last possible line end. */
  let letters = 0
  let width = 0
  for (const { text, ...marks } of texts) {
    let made = ''
    const endText = () => {
      if (made) paragraphs.at(-1)?.push({ text: made, ...marks })
      made = ''
    }
    for (const part of partsOf(text)) {
      const isSpace = part !== NO_BREAK && !part.trim()
      if (length >= LONGEST_PARAGRAPH && (isSpace || length >= 2 * LONGEST_PARAGRAPH)) {
        endText()
        paragraphs.push([])
        length = 0
      }
      const wide = isSpace ? 0 : widthOf(part, marks as Parameters<typeof widthOf>[1])
      if (isSpace) {
        letters = 0
        width = 0
      } else if (letters + part.length > LONGEST_WORD || width + wide > widest || part.startsWith(MAY_BREAK)) {
        if (letters && !part.startsWith(MAY_BREAK)) made += MAY_BREAK
        letters = part.length
        width = wide
      } else {
        letters += part.length
        width += wide
      }
      length += part.length
      made += part
    }
    endText()
  }
  return paragraphs.filter(({ length }) => length > 0)
}

/** A name whose long words may break wherever it is printed: otherwise the contents would be wider than the paper. */
export const breakable = (name: string) =>
  name.replace(/\S{31,}/g, (word) => (word.match(PIECE) ?? [word]).join(MAY_BREAK))

/** Spaces, words up to a no-break space, and the pieces of long words, each starting with a possible line end. */
const partsOf = (text: string): string[] =>
  (text.match(/[^\S\u00a0]+|[^\s\u00a0]+\u00a0?|\u00a0/g) ?? []).flatMap((part) =>
    part.length > LONGEST_WORD && part.trim() ? (part.match(PIECE) ?? []).map((piece) => MAY_BREAK + piece) : [part],
  )
