import { Parser } from 'htmlparser2'
import { foldText } from '../../db/search/text-key.ts'

/** Longer ones are cut: nobody types them, and PostgreSQL takes no lexeme of more than 2,046 bytes. */
const LONGEST_WORD = 60

/** What a full-text index holds of a text: letters and digits, compared as all texts are, and without accents. */
export const wordsOf = (text: string) =>
  foldText(text)
    .replace(/\p{M}+/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD))

/** The different words of rich text, without its tags and addresses, as they are kept beside it for the full-text index. */
export const contentWords = (html: string) => [...new Set(wordsOf(plainText(html)))].join(' ')

/** These may end within a word; all others stand between words. */
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
