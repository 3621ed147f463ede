/** The kinds of numbers by an ordered list's `type`, in pdfmake's terms. */
const KINDS = { a: 'lower-alpha', A: 'upper-alpha', i: 'lower-roman', I: 'upper-roman' } as const

/** An ordered list's first number and its kind. */
export function numbersOf({ start, type }: Record<string, string>) {
  const first = Number(start ?? 1)
  return {
    start: Number.isInteger(first) ? first : 1,
    type: KINDS[type as keyof typeof KINDS] ?? ('decimal' as const),
  }
}

/** The longest number of a list with this many items, as printed. */
export function longestNumber({ start, type }: Record<string, string>, items: number): string {
  const first = numbersOf({ ...(start && { start }) }).start
  let longest = ''
  for (let place = 0; place < items; place++) {
    const number = numberIn(first + place, type)
    if (number.length > longest.length) longest = number
  }
  return longest
}

/** Larger numbers cannot be written in Roman numerals. */
export const MOST_IN_NUMERALS = 3999

/** A list number as browsers write it, by the list's `type`. */
export function numberIn(number: number, type = '1') {
  if (number < 1) return String(number)
  if (type === 'a' || type === 'A') return inCase(type, lettersOf(number))
  if (type === 'i' || type === 'I') return number > MOST_IN_NUMERALS ? String(number) : inCase(type, romanOf(number))
  return String(number)
}

const inCase = (type: string, text: string) => (type === type.toUpperCase() ? text.toUpperCase() : text.toLowerCase())

const lettersOf = (number: number): string => {
  const rest = Math.floor((number - 1) / 26)
  return (rest ? lettersOf(rest) : '') + String.fromCharCode(97 + ((number - 1) % 26))
}

const NUMERALS: [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]
const romanOf = (number: number): string => {
  const [value, numeral] = NUMERALS.find(([value]) => value <= number) ?? [0, '']
  return value ? numeral + romanOf(number - value) : ''
}
