import { Parser } from 'htmlparser2'
import { foldText } from '../../db/search/text-key.ts'

/** Longer words are cut: nobody types them, and PostgreSQL takes no lexeme over 2,046 bytes. */
const LONGEST_WORD = 60

/**
 * A text's words for a full-text index: letters and digits, in the form that all texts are compared in, without
 * accents.
 */
export const wordsOf = (text: string) =>
  foldText(text)
    .replace(/\p{M}+/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD))

/** The distinct words of rich text, without tags and addresses, as stored beside it for the full-text index. */
export const contentWords = (html: string) => [...new Set(wordsOf(plainText(html)))].join(' ')

/** These may end within a word; all others separate words. */
const INLINE = new Set(['a', 'b', 'code', 'del', 'em', 'i', 'ins', 'mark', 's', 'span', 'strong', 'sub', 'sup', 'u'])

/** Rich text without its tags and addresses. */
export function plainText(html: string) {
  let text = ''
  const between = (tag: string) => {
    if (!INLINE.has(tag)) text += ' '
  }
  const parser = new Parser({ onopentagname: between, onclosetag: between, ontext: (some) => (text += some) })
  parser.end(html)
  return text
}
