import type { ContentText } from 'pdfmake/interfaces.js'

/** Text with its formatting, as pdfmake takes it. */
export type PlainText = Omit<ContentText, 'text'> & { text: string }

/** In letters. A line of the text's size holds about ninety. */
const LONGEST_WORD = 80
const PIECE = /(?:[^\p{M}]\p{M}{0,9}|\p{M}){1,30}/gu
/** In words, and in pieces of words. */
const LONGEST_PARAGRAPH = 1000
/** Where a line may end within a word; it has no width. */
const MAY_BREAK = '\u200b'

/**
 * Prepares text for pdfmake, whose work grows with the square of a word's letters and of a paragraph's words: words of
 * more than 80 letters may break after each 30, also where their letters are in several texts, and a paragraph of more
 * than a thousand words becomes several.
 */
export function breakText(texts: PlainText[]): PlainText[][] {
  const paragraphs: PlainText[][] = [[]]
  let words = 0
  /** Since the last place where a line may end. */
  let letters = 0
  for (const { text, ...marks } of texts) {
    let made = ''
    const endText = () => {
      if (made) paragraphs.at(-1)?.push({ text: made, ...marks })
      made = ''
    }
    for (const part of partsOf(text)) {
      const isSpace = !part.trim()
      if (words >= LONGEST_PARAGRAPH && (isSpace || words >= 2 * LONGEST_PARAGRAPH)) {
        endText()
        paragraphs.push([])
        words = 0
      }
      if (isSpace) {
        letters = 0
      } else if (letters + part.length > LONGEST_WORD || part.startsWith(MAY_BREAK)) {
        if (!part.startsWith(MAY_BREAK)) made += MAY_BREAK
        letters = part.length
      } else {
        letters += part.length
      }
      words++
      made += part
    }
    endText()
  }
  return paragraphs.filter(({ length }) => length > 0)
}

/** Spaces, words, and the pieces of long words, each of which begins with a place where a line may end. */
const partsOf = (text: string): string[] =>
  (text.match(/\s+|\S+/g) ?? []).flatMap((part) =>
    part.length > LONGEST_WORD && part.trim() ? (part.match(PIECE) ?? []).map((piece) => MAY_BREAK + piece) : [part],
  )
