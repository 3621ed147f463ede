import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Condition } from '../../db/lists/condition.ts'

const BITS = 32
const BYTES = BITS / 8

type Word = { word: number | string; bits: number | string }
export type Rows = (text: string, values: Condition['values']) => Promise<Word[]>

/**
 * The users found by a WHERE clause, as a text with one bit for each `seq`: for a million users about 160 kB, far less
 * than a row each. `rows` reads a query, on whichever thread.
 */
export async function markCounted(rows: Rows, { sql, values }: Condition) {
  const words = await rows(
    `select users.seq / ${BITS} as word, sum(cast(1 as bigint) << cast(users.seq % ${BITS} as integer)) as bits
     from users ${sql} group by users.seq / ${BITS}`,
    values,
  )
  const most = words.reduce((most, { word }) => Math.max(most, Number(word)), -1)
  const marked = Buffer.alloc((most + 1) * BYTES)
  for (const { word, bits } of words) marked.writeUInt32LE(Number(bits), Number(word) * BYTES)
  return deflateRawSync(marked).toString('base64')
}

/** The next `most` marked users, by `seq`, after one of them. */
export function countedAfter(marked: string, after: number, most: number) {
  const bytes = inflateRawSync(Buffer.from(marked, 'base64'))
  const found: number[] = []
  for (let seq = after + 1; seq < bytes.length * 8 && found.length < most; seq++)
    if ((bytes[seq >> 3] ?? 0) & (1 << (seq & 7))) found.push(seq)
  return found
}
