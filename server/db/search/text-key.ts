const QUOTES = /[\u2018-\u201b\u2032\u02b9\u02bc\u00b4`\uff07]/g
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\uff02]/g
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** Separates the letters of a key from their signs. */
const SIGNS = '\u0001'
/** Code points that nobody types: places from here on, followed by signs. */
const PLACES = 0x100000
const MARKS = 0x10f000
const LETTERS = 0x10f800
const REPLACED = '\uFFFD'
const UNTYPED = /[\u{100000}-\u{10FFFF}]/gu
const ONLY_UNTYPED = /^[\u{100000}-\u{10FFFF}]+$/u

/** The accents of decomposed Latin, Greek and Cyrillic letters. */
const ACCENT = /[\u0300-\u036f]/
/** Letters with strokes and the like, which do not decompose, and what people type instead. */
const alike: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', æ: 'ae', œ: 'oe' }
const letters = Object.keys(alike)
const TO_BE_FOLDED = /[\u0300-\u036fłøđðħŧæœ]/g

/** What has no other spelling than its upper and lower case: most texts of this product. */
const PLAIN = /^[!-_a-~]*(?: [!-_a-~]+)*$/

/**
 * The same text in any case, in equivalent spellings (NFD), with each run of blanks as one space, and with a keyboard's
 * quotes and hyphens instead of typographic ones.
 */
function alikeButForAccents(text: string) {
  if (PLAIN.test(text)) return text.toLowerCase()
  return (
    text
      // A character of its own: a blank would be found in many texts.
      .replaceAll(SIGNS, REPLACED)
      .replace(UNTYPED, REPLACED)
      .normalize('NFD')
      // Up and down again, so that ß equals SS. JavaScript then chooses σ or ς by what follows.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .normalize('NFD')
      .replace(/\s+/g, ' ')
      // Each becomes one character: dropping them would make a filter match everything.
      .replace(QUOTES, "'")
      .replace(DOUBLE_QUOTES, '"')
      .replace(HYPHENS, '-')
  )
}

/**
 * A text or a part of one as searched for, in any script: equivalent spellings, upper and lower case, letters with and
 * without accents are alike, every run of blanks is one space, quotes and hyphens are a keyboard's. A part of a text is
 * also a part of it after folding.
 */
export const foldText = (text: string) =>
  alikeButForAccents(text).replace(TO_BE_FOLDED, (letter) => alike[letter] ?? '')

/**
 * The form that whole texts are compared and stored in, without outer blanks: first the letters, as in `foldText`, so
 * that parts are found; then the accents, each with its place, so that “Résumé” and “Resume” stay two names.
 */
export function textKey(text: string) {
  if (PLAIN.test(text)) return text.toLowerCase().trim()
  // A key is its own key.
  const end = text.indexOf(SIGNS)
  const isKey = end >= 0 && ONLY_UNTYPED.test(text.slice(end + 1))
  const [typed, known] = isKey ? [text.slice(0, end), text.slice(end + 1)] : [text, '']
  const whole = alikeButForAccents(typed).trim()
  let key = ''
  let signs = ''
  for (const letter of whole) {
    const plain = alike[letter]
    if (ACCENT.test(letter)) signs += sign(key, MARKS + (letter.codePointAt(0) ?? 0) - 0x300)
    else if (plain !== undefined) signs += sign(key, LETTERS + letters.indexOf(letter))
    if (plain !== undefined || !ACCENT.test(letter)) key += plain ?? letter
  }
  const all = signs + known
  return all ? `${key}${SIGNS}${all}` : key
}

const sign = (before: string, code: number) =>
  String.fromCodePoint(PLACES + Math.min(before.length, MARKS - PLACES - 1), code)

/** The letters of a key, as in `foldText`. */
export const lettersOf = (key: string) => key.split(SIGNS, 1)[0] ?? ''

/** The keys of all texts with these letters, whatever their accents: from the first, up to but excluding the second. */
export const keysOf = (letters: string): [from: string, before: string] => [letters, `${letters}\u0002`]

/** SQL for the letters of a key, and for the text that they end with. */
export const lettersSql = (key: string) => `replace(${key}, '${SIGNS}', ' ')`
export const BEFORE_SIGNS = `${SIGNS}%`

/**
 * Whether `part` occurs in `text`, which gets a blank on either side, so that a word and a blank find the last word
 * too.
 */
export const containsText = (text: string, part: string) => ` ${foldText(text).trim()} `.includes(foldText(part))
