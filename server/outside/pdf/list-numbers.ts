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
