import { useRef } from 'react'
import { v4 as newId } from 'uuid'
import { ApiError } from '#web/api/api-error.ts'
import type { Draft } from './drafts.ts'

const SAVED_BEFORE =
  'Your first version was saved after all; your changes since then were not. Please check it before you send this too.'

/**
 * Provides the Idempotency-Key for what a form sends: the same key for the same content, so that a double click or a
 * retry after a lost answer has one effect, and another key for different content. With a draft, the key survives a
 * reload of the page together with it. `reset` ends that: what is sent next is new, whatever its content.
 */
export function useIdempotencyKey(draft?: Draft) {
  const last = useRef({ content: '', key: '' })
  /** The key of what was sent last, while it is not known whether it was carried out. */
  const open = useRef<string>(undefined)

  function keyFor(fields: object) {
    const content = JSON.stringify(fields, (_name, value) =>
      value instanceof File ? [value.name, value.size, value.lastModified] : value,
    )
    if (draft) return draft.keyFor(content)
    if (last.current.content !== content) last.current = { content, key: newId() }
    return last.current.key
  }

  function reset() {
    open.current = undefined
    last.current = { content: '', key: '' }
    draft?.renew()
  }

  return {
    keyFor,
    reset,
    /**
     * Sends `fields` with their key. While it is not known whether the previous ones were carried out, it uses their
     * key, so that the server refuses different fields instead of acting twice. Throws ApiError 409 if it does.
     */
    async send<Answer>(fields: object, call: (key: string) => Promise<Answer>) {
      const key = open.current ?? keyFor(fields)
      try {
        const answer = await call(key)
        open.current = undefined
        return answer
      } catch (error) {
        if (isUnknown(error)) open.current = key
        if (!isOfAnotherCall(error)) throw error
        reset()
        throw new ApiError(409, { message: SAVED_BEFORE })
      }
    },
  }
}

/** Whether it is unknown if a call was carried out. */
export const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

const isOfAnotherCall = (error: unknown) => error instanceof ApiError && error.body.code === 'key_reused'
