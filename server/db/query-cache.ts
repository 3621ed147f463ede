import { engineOf } from './engine.ts'
import type { Condition } from './list-columns.ts'
import { rawQuery } from './raw-query.ts'
import type { Db } from './schema.ts'

/** In characters: about 15 MB of records as lists show them, be they many or long. */
const MAX_CACHED = 15_000_000
/** What a record takes beside its long texts, as measured. */
const SHORT_RECORD = 750
const SHORT_TEXT = 100

/** What an answer holds for, and whether it takes so long that it is read beside the event loop. */
export type CacheOptions = { stamp: string; offThread: boolean }

type Cache = {
  answers: Map<string, { stamp: string; answer: unknown[]; size: number }>
  /** What is being read now: who asks the same meanwhile waits for the same answer. */
  reading: Map<string, Promise<unknown[]>>
  size: number
}
const caches = new WeakMap<Db, Cache>()

/**
 * What `read` makes of the rows of a query, remembered until the stamp of its tables moves: a list that many look at,
 * or page through, is searched, sorted and counted a single time after each change. What was asked for longest ago is
 * forgotten first. The answer is shared, so callers must not change it.
 */
export async function cachedRows<Row, Made>(
  db: Db,
  { stamp, offThread }: CacheOptions,
  { sql, values }: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const cache = caches.get(db) ?? { answers: new Map(), reading: new Map(), size: 0 }
  caches.set(db, cache)
  const key = `${sql}\n${JSON.stringify(values)}`
  const cached = cache.answers.get(key)
  if (cached?.stamp === stamp) {
    store(cache, key, cached)
    return cached.answer as Made[]
  }
  const question = `${stamp}\n${key}`
  const pending = cache.reading.get(question)
  if (pending) return (await pending) as Made[]
  const reading = (offThread ? engineOf(db).rowsOffThread<Row>(db, sql, values) : rawQuery<Row>(db, sql, values))
    .then((rows) => rows.map(read))
    .finally(() => cache.reading.delete(question))
  cache.reading.set(question, reading)
  const answer = await reading
  store(cache, key, { stamp, answer, size: sizeOf(answer) })
  return answer
}

function store(cache: Cache, key: string, entry: { stamp: string; answer: unknown[]; size: number }) {
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
  let size = SHORT_RECORD
  for (const row of answer) {
    size += SHORT_RECORD
    for (const value of Object.values(row ?? {})) {
      if (typeof value === 'string' && value.length > SHORT_TEXT) size += value.length
    }
  }
  return size
}
