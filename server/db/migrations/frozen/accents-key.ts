const SIGNS = '\u0001'
const PLACES = 0x100000
const MARKS = 0x10f000
const LETTERS = 0x10f800

const ACCENT = /[\u0300-\u036f]/
export const alike: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
}
const letters = Object.keys(alike)

/** A folded text with its accents behind its letters. */
export function accentsKey(folded: string) {
  let key = ''
  let signs = ''
  for (const letter of folded) {
    const plain = alike[letter]
    if (ACCENT.test(letter)) signs += sign(key, MARKS + (letter.codePointAt(0) ?? 0) - 0x300)
    else if (plain !== undefined) signs += sign(key, LETTERS + letters.indexOf(letter))
    if (plain !== undefined || !ACCENT.test(letter)) key += plain ?? letter
  }
  return signs ? `${key}${SIGNS}${signs}` : key
}

const sign = (before: string, code: number) =>
  String.fromCodePoint(PLACES + Math.min(before.length, MARKS - PLACES - 1), code)
