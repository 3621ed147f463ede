import pg from 'pg'

const WHOLE_NUMBER = 20
const NUMERIC = 1700

const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === WHOLE_NUMBER || type === NUMERIC ? Number : pg.types.getTypeParser(type, format as 'text')

/** pg returns 64-bit integers and sums as text. All of ours fit in a number. */
export const numbersAsNumbers = { getTypeParser }
