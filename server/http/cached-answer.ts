import type { Endpoint } from '#contract/endpoint.ts'
import { cached } from '../db/lists/query-cache.ts'
import type { Db } from '../db/schema.ts'
import { entityTag } from './entity-tags.ts'
import { answerWithAddresses } from './file-addresses.ts'
import { type App, WrittenAnswer } from './serve.ts'

/** A call that everybody gets the same answer to until the stamp moves, at the latest at `until` (ISO 8601). */
type Question = { endpoint: Endpoint; input: unknown; stamp: string; until?: string | null }

/**
 * The answer that `read` resolves to, written once for all who ask the same, and remembered as text, which takes less
 * room than its records. `stamp` must have been read before the records are, so that no answer is older than its stamp.
 */
export const cachedAnswer = (
  { publicUrl }: App,
  db: Db,
  { endpoint: { path, get }, input, stamp, until = null }: Question,
  read: () => Promise<unknown>,
) =>
  cached(
    db,
    { key: `${path}\n${JSON.stringify(input)}`, stamp },
    async () => {
      const text = JSON.stringify(answerWithAddresses((await read()) as Record<string, unknown>, publicUrl))
      return new WrittenAnswer(text, get && entityTag(text), until)
    },
    ({ text }) => text.length,
  )
