/** The most tokens of an answer, as estimateTokens counts them. */
export const MOST_TOKENS = 8000
/** The most characters of a text in an answer that has many. */
const SHORT = 300
const CUT = '… (shortened)'

/**
 * The most tokens that language models may make of a text: ids and numbers are split finer than words, and other
 * scripts finer than Latin.
 */
export function estimateTokens(text: string) {
  let tokens = 0
  for (const character of text) tokens += character.charCodeAt(0) < 128 ? 0.5 : 1.5
  return Math.ceil(tokens)
}

/** A value with its long texts cut. */
export function withShortTexts(value: unknown, most = SHORT): unknown {
  if (typeof value === 'string') return value.length > most ? `${value.slice(0, most)}${CUT}` : value
  if (Array.isArray(value)) return value.map((one) => withShortTexts(one, most))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withShortTexts(one, most)]))
}

/** An answer as JSON short enough for a model: first long texts are cut, then the ends of its lists, which it says. */
export function shortJson(answer: Record<string, unknown>): string {
  const whole = JSON.stringify(answer)
  if (estimateTokens(whole) <= MOST_TOKENS) return whole
  let left = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, withShortTexts(value)]))
  for (let json = JSON.stringify(left); ; json = JSON.stringify(left)) {
    if (estimateTokens(json) <= MOST_TOKENS) return json
    const [name, list] = longestList(left)
    if (list.length < 2)
      return JSON.stringify({ message: 'This is too long to answer. Ask for less, or for one record.' })
    const kept = list.slice(0, Math.floor(list.length / 2))
    left = {
      ...left,
      [name]: kept,
      [`${name}_left_out`]: Number(left[`${name}_left_out`] ?? 0) + list.length - kept.length,
    }
  }
}

const longestList = (answer: Record<string, unknown>): [string, unknown[]] =>
  Object.entries(answer)
    .flatMap(([name, value]): [string, unknown[]][] => (Array.isArray(value) ? [[name, value]] : []))
    .toSorted(([, one], [, other]) => JSON.stringify(other).length - JSON.stringify(one).length)[0] ?? ['', []]
