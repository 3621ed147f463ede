import { type NamedRecord, type SentencePart } from '#contract/changes.ts'
import { recordPathOf } from '#contract/paths.ts'

/** A record as named in a sentence, by this title. */
export type Mention = Pick<NamedRecord, 'record_type' | 'record_id' | 'title'>
/** The words of a sentence in order, including records that it names. */
export type Words = (string | Mention)[]
type Said = string | number | Mention | Words

/** Words from a template, whose values are words too. */
export function words(texts: TemplateStringsArray, ...values: Said[]): Words {
  const said = values.map((value) =>
    Array.isArray(value) ? value : [typeof value === 'number' ? String(value) : value],
  )
  return texts.flatMap((text, place) => [text, ...(said[place] ?? [])]).filter((one) => one !== '')
}

const series = new Intl.ListFormat('en-US')

/** A series: 'a, b and c'. */
export function inSeries(all: Said[]): Words {
  const places = series.formatToParts(all.map((_one, place) => String(place)))
  return places.flatMap(({ type, value }) =>
    type === 'literal' ? value.replace(/^, and /, ' and ') : words`${all[Number(value)] ?? ''}`,
  )
}

/** The parts of a sentence, with adjacent texts joined. A record without an id is text. */
export function partsOf(said: Words): SentencePart[] {
  const parts: SentencePart[] = []
  for (const one of said) {
    const last = parts.at(-1)
    const isLinked = typeof one !== 'string' && one.record_id !== ''
    const text = typeof one === 'string' ? one : one.title
    if (isLinked) {
      const { record_type, record_id } = one
      parts.push({ text, record_type, record_id, link: recordPathOf(record_type, record_id) })
    } else if (last && !last.link) last.text += text
    else parts.push({ text })
  }
  return parts
}

/** Words as plain text. */
export const textOf = (said: Words) => said.map((one) => (typeof one === 'string' ? one : one.title)).join('')
