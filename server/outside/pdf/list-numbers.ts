/** The kinds of numbers by the `type` of an ordered list, as pdfmake calls them. */
const KINDS = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const

/** The first number of an ordered list and its kind. */
export function numbersOf({ start, type }: Record<string, string>) {
  const first = Number(start ?? 1)
  return {
    start: Number.isInteger(first) ? first : 1,
    type: KINDS[type as keyof typeof KINDS] ?? ('decimal' as const),
  }
}

type Numbers = ReturnType<typeof numbersOf>

/** How many letters the longest number of so many items has. */
export const longestNumber = ({ start, type }: Numbers, items: number) =>
  Math.max(0, ...Array.from({ length: Math.min(items, MOST_COUNTED) }, (_, place) => lettersOf(start + place, type)))

/** Of more, the length of the first ones is taken. */
const MOST_COUNTED = 4000
/** In Roman numerals, from 0. */
const LETTERS_OF_DIGITS = [0, 1, 2, 3, 2, 1, 2, 3, 4, 2]

function lettersOf(number: number, type: Numbers['type']) {
  if (type.endsWith('alpha')) return Math.max(1, Math.ceil(Math.log(number + 1) / Math.log(26)))
  if (!type.endsWith('roman')) return String(number).length
  // pdfmake goes up to 4,999, and writes each further thousand as one more letter.
  return (
    Array.from(String(number), Number).reduce((sum, digit) => sum + (LETTERS_OF_DIGITS[digit] ?? 0), 0) +
    Math.floor(Math.min(number, 4999) / 4000) * 2
  )
}
