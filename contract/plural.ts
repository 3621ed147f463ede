/** The word for a count: `one` for exactly one. */
export const plural = (count: number, one: string, many = `${one}s`) => (count === 1 ? one : many)

const number = new Intl.NumberFormat('en-US')

/** 12345 as '12,345'. */
export const formatNumber = (value: number | bigint) => number.format(value)

/** A number with its noun: '1 model', '1,204 models', '12 deliveries'. */
export const counted = (count: number, one: string, many?: string) =>
  `${formatNumber(count)} ${plural(count, one, many)}`

/** With a capital at its beginning: 'Vehicle 1FD…'. */
export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
