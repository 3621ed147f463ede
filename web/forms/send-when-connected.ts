import { ApiError } from '#web/api/api-error.ts'
import { StoppedError, TimeoutError } from '#web/api/call.ts'
import { checkConnection, connectionBack } from '#web/api/connection.ts'
import { storedToken } from '#web/api/session.ts'

/** What is said while something waits to be `done`: saved, or sent. */
export const waitsForConnection = (done: string) => ({
  notice: `You are offline. This will be ${done} automatically when you are back online.`,
})

type Waiting = { signal: AbortSignal; onWaiting: (waits: boolean) => void }

/**
 * Sends something that takes effect once however often it is sent. Without a connection it waits for one and sends
 * again; `onWaiting` is called when it waits.
 */
export async function sendWhenConnected<Answer>(
  send: () => Promise<Answer>,
  { signal, onWaiting }: Waiting,
): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    // Visitors have nothing to save.
    const canWait = hadNoAnswer(error) && storedToken() !== null && !signal.aborted
    if (!canWait || (await checkConnection())) throw error
  }
  onWaiting(true)
  try {
    await connectionBack(signal)
  } finally {
    onWaiting(false)
  }
  return sendWhenConnected(send, { signal, onWaiting })
}

const hadNoAnswer = (error: unknown) =>
  error instanceof ApiError &&
  error.status === 0 &&
  !(error instanceof StoppedError) &&
  !(error instanceof TimeoutError)
