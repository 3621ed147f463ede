import { useRef } from 'react'
import { v4 as randomKey } from 'uuid'

/**
 * Provides the Idempotency-Key for what a form sends: the same key for the same content, so that a double click or a
 * retry after a lost answer has one effect, and a new key for different content.
 */
export function useIdempotencyKey() {
  const last = useRef({ content: '', key: '' })
  return {
    keyFor(fields: object) {
      const content = JSON.stringify(fields, (_name, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      if (content !== last.current.content) last.current = { content, key: randomKey() }
      return last.current.key
    },
    reset() {
      last.current = { content: '', key: '' }
    },
  }
}
