import { engineOf } from '../engines/engine.ts'
import { rawQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'
import type { Condition } from './condition.ts'

/** In characters, about 15 MB of listed records and of answers. */
const MAX_CACHED = 15_000_000
/** Characters counted for a record, and for an answer, besides its long texts, as measured. */
const SHORT_RECORD = 1150
const SHORT_TEXT = 100

/** `stamp` is what a cached answer is valid for; `offThread` runs the query on another thread. */
export type CacheOptions = { stamp: string; offThread: boolean }

type Cache = {
  answers: Map<string, { stamp: string; answer: unknown; size: number }>
  /** Queries in progress: callers with the same query wait for the same answer. */
  reading: Map<string, Promise<unknown>>
  size: number
}
const caches = new WeakMap<Db, Cache>()

/**
 * The rows of a query, each turned into what `read` returns, cached until the stamp of its tables moves: a list that
 * many people look at is searched, sorted and counted once after each change. The least recently used answers are
 * evicted first. Answers are shared, so callers must not change them.
 */
export function cachedRows<Row, Made>(
  db: Db,
  options: CacheOptions,
  query: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const key = `${query.sql}\n${JSON.stringify(query.values)}`
  return remembered(db, { key, stamp: options.stamp }, () => freshRows(db, options, query, read), sizeOf)
}

/** The same rows, read now and not cached. */
export async function freshRows<Row, Made>(
  db: Db,
  { offThread }: Pick<CacheOptions, 'offThread'>,
  { sql, values }: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const rows = offThread ? engineOf(db).rowsOffThread<Row>(db, sql, values) : rawQuery<Row>(db, sql, values)
  return (await rows).map(read)
}

/**
 * What `read` resolves to, remembered under `key` until the stamp moves, in the same memory. `sizeOf` says how many
 * characters an answer takes.
 */
export async function remembered<Answer>(
  db: Db,
  { key, stamp }: { key: string; stamp: string },
  read: () => Promise<Answer>,
  sizeOf: (answer: Answer) => number,
): Promise<Answer> {
  const cache = caches.get(db) ?? { answers: new Map(), reading: new Map(), size: 0 }
  caches.set(db, cache)
  const cached = cache.answers.get(key)
  if (cached?.stamp === stamp) {
    store(cache, key, cached)
    return cached.answer as Answer
  }
  const question = `${stamp}\n${key}`
  const pending = cache.reading.get(question)
  if (pending) return (await pending) as Answer
  const reading = read().finally(() => cache.reading.delete(question))
  cache.reading.set(question, reading)
  const answer = await reading
  store(cache, key, { stamp, answer, size: SHORT_RECORD + key.length + sizeOf(answer) })
  return answer
}

function store(cache: Cache, key: string, entry: { stamp: string; answer: unknown; size: number }) {
  evict(cache, key)
  cache.answers.set(key, entry)
  cache.size += entry.size
  for (const oldest of cache.answers.keys()) {
    if (cache.size <= MAX_CACHED) break
    evict(cache, oldest)
  }
}

function evict(cache: Cache, key: string) {
  const cached = cache.answers.get(key)
  if (cached && cache.answers.delete(key)) cache.size -= cached.size
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
