import { LRUCache } from 'lru-cache'
import { engineOf } from '../engines/engine.ts'
import { readQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'
import type { Condition } from './condition.ts'

/** In characters: about 15 MB of listed records and answers. */
const MAX_CACHED = 15_000_000
/** Characters counted for a record or an answer, besides its long texts, as measured. */
const SHORT_RECORD = 1150
const SHORT_TEXT = 100

/** `stamp` decides how long a cached answer is valid; `offThread` runs the query on another thread. */
export type CacheOptions = { stamp: string; offThread: boolean }

type Cache = {
  answers: LRUCache<string, { stamp: string; answer: unknown; size: number }>
  /** Queries in progress: callers with the same query wait for the same answer. */
  reading: Map<string, Promise<unknown>>
}
const caches = new WeakMap<Db, Cache>()

const emptyCache = (): Cache => ({
  answers: new LRUCache({ maxSize: MAX_CACHED, sizeCalculation: ({ size }) => size }),
  reading: new Map(),
})

/**
 * A query's rows, each mapped by `read`, cached until the stamp of its tables moves: a list that many people look at is
 * searched, sorted and counted once after each change. The least recently used answers are evicted first. Answers are
 * shared, so callers must not change them.
 */
export function cachedRows<Row, Made>(
  db: Db,
  options: CacheOptions,
  query: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const key = `${query.sql}\n${JSON.stringify(query.values)}`
  return cached(db, { key, stamp: options.stamp }, () => freshRows(db, options, query, read), sizeOf)
}

/** The same rows, read now and uncached. */
export async function freshRows<Row, Made>(
  db: Db,
  { offThread }: Pick<CacheOptions, 'offThread'>,
  { sql, values }: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const rows = offThread ? engineOf(db).rowsOffThread<Row>(db, sql, values) : readQuery<Row>(db, sql, values)
  return (await rows).map(read)
}

/**
 * The result of `read`, cached under `key` until the stamp moves, in the same memory. `sizeOf` gives an answer's size
 * in characters.
 */
export async function cached<Answer>(
  db: Db,
  { key, stamp }: { key: string; stamp: string },
  read: () => Promise<Answer>,
  sizeOf: (answer: Answer) => number,
): Promise<Answer> {
  const cache = caches.get(db) ?? emptyCache()
  caches.set(db, cache)
  const known = cache.answers.get(key)
  if (known?.stamp === stamp) return known.answer as Answer
  const question = `${stamp}\n${key}`
  const pending = cache.reading.get(question)
  if (pending) return (await pending) as Answer
  const reading = read().finally(() => cache.reading.delete(question))
  cache.reading.set(question, reading)
  const answer = await reading
  cache.answers.set(key, { stamp, answer, size: SHORT_RECORD + key.length + sizeOf(answer) })
  return answer
}

function sizeOf(answer: unknown[]) {
  let size = 0
  for (const row of answer) {
    size += SHORT_RECORD
    for (const value of Object.values(row ?? {})) {
      if (typeof value === 'string' && value.length > SHORT_TEXT) size += value.length
    }
  }
  return size
}
