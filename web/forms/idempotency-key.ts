import { useRef } from 'react'
import { v5 as nameBased, v4 as newId } from 'uuid'
import type { Draft } from './drafts.ts'

/**
 * Provides the Idempotency-Key for what a form sends: the same key for the same content, so that a double click or a
 * retry after a lost answer has one effect, and another key for different content. With a draft, the key survives a
 * reload of the page together with it. `reset` ends that: what is sent next is new, whatever its content.
 */
export function useIdempotencyKey(draft?: Draft) {
  const own = useRef(newId())
  return {
    keyFor(fields: object) {
      const content = JSON.stringify(fields, (_name, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      return nameBased(content, draft?.id() ?? own.current)
    },
    reset() {
      own.current = newId()
      draft?.renew()
    },
  }
}
