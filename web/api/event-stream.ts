import { createParser } from 'eventsource-parser'
import { CHANGE_STREAM } from '#contract/change-stream.ts'
import { MINUTE } from '#contract/durations.ts'
import { isFailure } from './answer-shape.ts'
import { storedToken } from './session.ts'
import { sessionEndOf } from './session-end.ts'
import { readSettings } from './settings.ts'

/** An event of the stream as it came, and the token of the session that it came to. */
export type StreamEvent = { event: string; data: unknown; token: string }

type Handlers = {
  /** Called for each event. */
  onEvent: (event: StreamEvent) => void
  /**
   * Called when the stream is open; `again` after it was broken or could not be opened, when events may have been
   * missed.
   */
  onOpen: (again: boolean) => void
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** The server sends something at least every 25 seconds. */
const LONGEST_SILENCE_MS = MINUTE

/**
 * Reads the server's stream of events until `signal` aborts or the session ends. A broken or silent stream is opened
 * again, after growing pauses. (EventSource cannot send the headers that every call has.)
 */
export async function readStream({ onEvent, onOpen }: Handlers, signal: AbortSignal) {
  let pause = FIRST_PAUSE_MS
  for (let attempts = 0; !signal.aborted; attempts++) {
    const used = storedToken() ?? undefined
    const attempt = new AbortController()
    const stop = () => attempt.abort()
    signal.addEventListener('abort', stop)
    const outcome = await readOnce(
      {
        onEvent,
        onOpen() {
          pause = FIRST_PAUSE_MS
          onOpen(attempts > 0)
        },
      },
      attempt,
    )
    signal.removeEventListener('abort', stop)
    const isRenewed = used !== undefined && storedToken() !== null && storedToken() !== used
    if (outcome === 'ended' && !isRenewed) return
    await waitFor(pause * (0.75 + Math.random() / 2), signal)
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2)
  }
}

type Once = { onEvent: Handlers['onEvent']; onOpen: () => void }

/** Reads one stream to its end, or until the attempt is aborted; aborts it after a long silence. */
async function readOnce({ onEvent, onOpen }: Once, attempt: AbortController) {
  let silence: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(silence)
    silence = setTimeout(() => attempt.abort(), LONGEST_SILENCE_MS)
  }
  try {
    const { api, apiKey } = readSettings()
    const token = storedToken() ?? ''
    const headers = { accept: 'text/event-stream', 'x-api-key': apiKey, token }
    const response = await fetch(`${api}/${CHANGE_STREAM}?platform=web`, { headers, signal: attempt.signal })
    if (response.status === 401) {
      const refusal: unknown = await response.json().catch(() => undefined)
      // The page learns of an expired one from its next call.
      if (isFailure(refusal) && sessionEndOf(refusal) === 'ended')
        onEvent({ event: 'ended', data: refusal.data, token })
    }
    if (response.status === 401 || response.status === 403) return 'ended'
    if (response.status !== 200 || !response.body) return 'broken'
    heard()
    onOpen()
    let hasEnded = false
    const parser = createParser({
      onEvent({ event, data }) {
        const value = jsonIn(data)
        if (event === undefined || value === undefined) return
        onEvent({ event, data: value, token })
        hasEnded ||= event === 'ended'
      },
    })
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    while (!hasEnded) {
      const { done, value } = await reader.read()
      if (done) return 'broken'
      heard()
      parser.feed(decoder.decode(value, { stream: true }))
    }
    return 'ended'
  } catch {
    return 'broken'
  } finally {
    clearTimeout(silence)
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const waitFor = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
