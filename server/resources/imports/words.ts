import type { ImportField } from '#contract/imports.ts'
import { textKey } from '../../db/search/text-key.ts'

/** For typed text quoted in a message. */
const LONGEST_TYPED = 60
export const cut = (text: string) => (text.length > LONGEST_TYPED ? `${text.slice(0, LONGEST_TYPED)}…` : text)

/** Choices in a sentence: 'Dealer, Service or Dealer & Service'. */
export const eitherOf = (choices: readonly string[]) =>
  choices.length < 2 ? choices.join() : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

/** A label within a sentence, in singular: 'type', 'active line', 'RV type'. */
const inSentence = (label: string) =>
  label
    .split(' ')
    .map((word) => (word === word.toUpperCase() ? word : word.toLowerCase()))
    .join(' ')
    .replace(/([^su])s$/, '$1')

/** Says that the typed text is not one of a kind, and what would be. */
export const isNone = (typed: string, label: string, choices: readonly string[]) =>
  `“${cut(typed)}” is no ${inSentence(label)}. ${choices.length ? `Choose ${eitherOf(choices)}.` : 'Please choose another one.'}`

/**
 * The form's text for what a file or program says in a field with a few values, each of which may also be given by its
 * label; or why there is none.
 */
export function readWord({ label, words }: ImportField, typed: string): { text: string } | { message: string } {
  if (!words || !typed.trim()) return { text: typed }
  const isFlag = 'true' in words
  // Only a flag is recognized by its code in any case: “Both” is no word for `both`.
  const found = Object.entries(words).find(
    ([code, word]) =>
      code === typed.trim() || [word, ...(isFlag ? [code] : [])].some((one) => textKey(one) === textKey(typed)),
  )
  if (found) return { text: found[0] }
  return {
    message: isFlag
      ? `“${cut(typed.trim())}” is no answer. Choose Yes or No.`
      : isNone(typed.trim(), label, Object.values(words)),
  }
}
