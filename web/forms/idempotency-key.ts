import { useRef } from 'react'
import { v4 as randomKey } from 'uuid'

/**
 * Gives the Idempotency-Key for what a form is about to send: the same key while the content is the same,
 * so that a double click or a retry after a lost answer acts once, and a new key when the content differs.
 */
export function useOnceKey() {
  const last = useRef({ content: '', key: '' })
  return {
    keyFor(fields: object) {
      const content = JSON.stringify(fields, (_name, value) =>
        value instanceof File ? [value.name, value.size, value.lastModified] : value,
      )
      if (content !== last.current.content) last.current = { content, key: randomKey() }
      return last.current.key
    },
    forget() {
      last.current = { content: '', key: '' }
    },
  }
}
