import type { Language } from '#contract/french.ts'
import { answers, phrases } from './answers.ts'
import { calls } from './call-refusals.ts'
import { mails } from './mail-sentences.ts'
import { accounts, fields } from './refusals.ts'
import type { Sentence } from './sentence.ts'

/** Everything the service itself tells owners. The first of several matching templates counts. */
export const sentences: readonly Sentence[] = [...answers, ...accounts, ...fields, ...calls, ...mails]

type Template = { parts: string[]; french: string }
type Known = { exact: ReadonlyMap<string, string>; templates: Template[] }

const PLACE = /\{\d\}/

const known = (pairs: typeof sentences): Known => ({
  exact: new Map(pairs),
  templates: pairs.flatMap(([english, french]) =>
    PLACE.test(english) ? [{ parts: english.split(PLACE), french }] : [],
  ),
})
const ofSentences = known(sentences)
const ofPhrases = known(phrases)

/**
 * A product sentence in French; undefined if none is known. Values in a template’s places are kept, translated if they
 * are known phrases.
 */
export const frenchOf = (sentence: string): string | undefined =>
  find(ofSentences, sentence, (inner) => find(ofPhrases, inner, (words) => words) ?? numberInFrench(inner))

/** A large number with spaces instead of commas; anything else unchanged. */
const numberInFrench = (text: string) => (/^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '\u00a0') : text)

function find({ exact, templates }: Known, text: string, translate: (inner: string) => string) {
  const found = exact.get(text)
  if (found !== undefined) return found
  for (const { parts, french } of templates) {
    const inner = between(text, parts)
    if (inner) return french.replace(/\{(\d)\}/g, (_, place: string) => translate(inner[Number(place)] ?? ''))
  }
  return undefined
}

/** The values between a template's fixed parts, first to last; undefined if the text does not fit. */
function between(text: string, [first = '', ...others]: string[]) {
  if (!text.startsWith(first)) return undefined
  const found: string[] = []
  let from = first.length
  for (const [place, part] of others.entries()) {
    const isLast = place === others.length - 1
    const to = isLast ? text.length - part.length : text.indexOf(part, from)
    if (to < from || !text.startsWith(part, to)) return undefined
    found.push(text.slice(from, to))
    from = to + part.length
  }
  return found
}

/** A sentence in a language; in English if its French is unknown. */
export const sentenceIn = (language: Language, sentence: string) =>
  language === 'fr' ? (frenchOf(sentence) ?? sentence) : sentence
