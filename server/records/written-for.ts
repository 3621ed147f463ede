import { createHash } from 'node:crypto'
import { plainText } from './names/content-words.ts'

/** The words of a value, without formatting; `isRich` for HTML. */
export const textOf = (value: unknown, isRich: boolean) =>
  (isRich ? plainText(String(value)) : String(value)).trim().replace(/\s+/g, ' ')

/** A digest of them. */
export const digestOfWords = (value: unknown, isRich: boolean) =>
  createHash('sha256').update(textOf(value, isRich)).digest('base64url').slice(0, 22)

/** Whether a text has nothing to read: no words, and if it is rich, no picture or video. */
export const isEmptyText = (text: string, isRich: boolean) =>
  textOf(text, isRich) === '' && !(isRich && /<(?:img|iframe)\b/.test(text))
