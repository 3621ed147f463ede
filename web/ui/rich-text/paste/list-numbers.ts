/** How the items of a list are counted, as the `type` of an <ol>. */
export type Counting = '1' | 'a' | 'A' | 'i' | 'I'
/** A number of a list: 4 as 'i' is iv. */
export type ListNumber = { type: Counting; number: number }

const ROMAN = { m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 }
const IS_ROMAN = /^m{0,3}(cm|cd|d?c{0,3})(xc|xl|l?x{0,3})(ix|iv|v?i{0,3})$/
/** A number with the brackets, dots and dashes around it. */
const BRACKETED = /^[([{<\-–—]?\s*(\d{1,6}|[a-z]{1,12}|[A-Z]{1,12})\s*[.)\]}>:,\-–—]*$/

/** What a written number such as `(1)`, `b)` or `iv.` may mean; empty if it is not a number. */
export function meaningsOf(written: string): ListNumber[] {
  const [, digits = ''] = BRACKETED.exec(written.normalize('NFKC').trim()) ?? []
  if (!digits) return []
  if (/\d/.test(digits)) return [{ type: '1', number: Number(digits) }]
  const small = digits.toLowerCase()
  const isSmall = small === digits
  const roman = fromRoman(small)
  const letter = fromLetters(small)
  return [
    ...(roman ? [{ type: isSmall ? 'i' : 'I', number: roman } as const] : []),
    ...(letter ? [{ type: isSmall ? 'a' : 'A', number: letter } as const] : []),
  ]
}

/**
 * Decides what the numbers of one list mean from their neighbours: `i.` is 1 before `ii.`, 9 after `h.`. `known` is how
 * they are counted, if the document says so.
 */
export function decided(numbers: ListNumber[][], known?: Counting): (ListNumber | undefined)[] {
  const types = [...new Set(numbers.flat().map(({ type }) => type))]
  const best = types.includes(known as Counting) ? known : types.toSorted((a, b) => score(b) - score(a))[0]
  return numbers.map((meanings) => meanings.find(({ type }) => type === best) ?? meanings[0])

  function score(type: Counting) {
    let before = 0
    let score = prefers(type, numbers) ? 0.5 : 0
    for (const meanings of numbers) {
      const number = meanings.find((meaning) => meaning.type === type)?.number
      if (number === undefined) score -= 1
      else if (number === 1 || number === before + 1) score += 1
      before = number ?? before
    }
    return score
  }
}

/** A number written in its numbering style. */
export function written({ type, number }: ListNumber) {
  if (type === '1' || number < 1) return String(number)
  const letters = type === 'i' || type === 'I' ? toRoman(number) : toLetters(number)
  return type === 'a' || type === 'i' ? letters : letters.toUpperCase()
}

/** On their own, i, v and x are Roman numerals; other letters are letters. */
const prefers = (type: Counting, [first]: ListNumber[][]) => {
  const roman = first?.find(({ type }) => type === 'i' || type === 'I')?.number
  return (type === 'i' || type === 'I') === (roman !== undefined && ![50, 100, 500, 1000].includes(roman))
}

function fromRoman(letters: string) {
  if (!IS_ROMAN.test(letters)) return 0
  let rest = letters
  let number = 0
  for (const [sign, value] of Object.entries(ROMAN)) {
    while (rest.startsWith(sign)) {
      number += value
      rest = rest.slice(sign.length)
    }
  }
  return number
}

function toRoman(number: number) {
  let rest = number
  let letters = ''
  for (const [sign, value] of Object.entries(ROMAN)) {
    letters += sign.repeat(Math.trunc(rest / value))
    rest %= value
  }
  return letters
}

const A = 'a'.charCodeAt(0)

/** After z, Word continues with aa, bb, cc, browsers with aa, ab, ac. */
function fromLetters(letters: string) {
  const [first = ''] = letters
  if (letters === first.repeat(letters.length)) return 26 * (letters.length - 1) + first.charCodeAt(0) - A + 1
  return letters.length === 2 ? 26 * (first.charCodeAt(0) - A + 1) + letters.charCodeAt(1) - A + 1 : 0
}

function toLetters(number: number): string {
  const [before, last] = [Math.trunc((number - 1) / 26), (number - 1) % 26]
  return (before ? toLetters(before) : '') + String.fromCharCode(A + last)
}
