import type { Endpoint } from '#contract/endpoint.ts'
import { cached } from '../db/lists/query-cache.ts'
import type { Db } from '../db/schema.ts'
import type { App } from './app-type.ts'
import { entityTag } from './entity-tags.ts'
import { answerWithAddresses } from './file-addresses.ts'
import { WrittenAnswer } from './serve.ts'

/** A call with the same answer for everyone until the stamp moves, or at the latest until `until` (ISO 8601). */
type Question = { endpoint: Endpoint; input: unknown; stamp: string; until?: string | null }

/**
 * The result of `read`, serialized once for everyone who asks the same, and cached as text, which takes less room than
 * its records. `stamp` must be read before the records, so that no answer is older than its stamp.
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
