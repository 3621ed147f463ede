/**
 * How well a record matches, best first; `words` are the beginnings of all words, in any order, `text` those of its
 * content; misspelt ones come in between.
 */
export const matches = { whole: 0, beginning: 1, word: 2, part: 3, words: 4, misspelt: 5, text: 6 } as const

/** A record found. */
export type Hit = { id: string; is_deleted: number; match: number }

/** How well texts, in the form they are compared in, match the searched one; undefined if they do not. */
export function matchOf(texts: string[], wanted: string): number | undefined {
  if (texts.includes(wanted)) return matches.whole
  if (texts.some((text) => text.startsWith(wanted))) return matches.beginning
  if (texts.some((text) => beginsWord(text, wanted))) return matches.word
  if (texts.some((text) => text.includes(wanted))) return matches.part
  const words = wanted.split(' ')
  const hasWords = words.length > 1 && words.every((word) => texts.some((text) => beginsWord(text, word)))
  if (hasWords) return matches.words
  return hasDigits(texts, wanted) ? matches.part : undefined
}

const beginsWord = (text: string, word: string) => text.startsWith(word) || text.includes(` ${word}`)

/** At least three digits, and what people write between those of a phone number. */
export const isNumber = (text: string) => /^[\d\s()./+-]{3,}$/.test(text) && digitsOf(text).length > 2
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

function hasDigits(texts: string[], wanted: string) {
  if (!isNumber(wanted)) return false
  const digits = digitsOf(wanted)
  return texts.some((text) => isNumber(text) && digitsOf(text).includes(digits))
}
