import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import { z } from 'zod'
import { accessTokens } from './access-token.ts'
import { type Push, type PushMessage, type PushResult, PushUnavailable } from './push.ts'
import type { ServiceAccount } from './service-account.ts'

const CONCURRENCY = 20
const TIMEOUT = 15_000
const MAX_ATTEMPTS = 3
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 30_000
const LONGEST_REASON = 200

/** Errors that mean the request was not sent. After any other error the result is unknown. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

const refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.object({ errorCode: z.string().optional() })).optional(),
  }),
})

type Outcome = { state: 'accepted' | 'no_device' | 'failed' | 'unknown'; reason: string | null }

/**
 * Pushes through Firebase Cloud Messaging (HTTP v1) at `endpoint` with a service account. An answer that takes longer
 * than `timeOut` milliseconds counts as lost.
 */
export function fcmPush(account: ServiceAccount, endpoint: string, timeOut = TIMEOUT): Push {
  const access = accessTokens(account)
  const limit = pLimit(CONCURRENCY)
  const address = `${endpoint}/v1/projects/${account.project_id}/messages:send`
  // When the service asks to slow down, all messages wait.
  let pausedUntil = 0

  async function sendTo(message: PushMessage, token: string): Promise<Outcome> {
    for (let attempts = 1; ; attempts++) {
      await setTimeout(Math.max(0, pausedUntil - performance.now()))
      const bearer = await access.get()
      const response = await post(address, bearer, bodyOf(message, token), timeOut)
      if (response === 'lost') return { state: 'unknown', reason: 'The answer of the push service was lost.' }
      if (response.ok) {
        await response.body?.cancel()
        return { state: 'accepted', reason: null }
      }
      const { status, headers } = response
      const { code, reason } = await readRefusal(response)
      if (code === 'UNREGISTERED' || status === 404) return { state: 'no_device', reason: null }
      if (status === 401) await access.spent(bearer)
      else if (status === 429 || status >= 500) {
        pausedUntil = Math.max(pausedUntil, performance.now() + pauseFor(headers.get('retry-after'), attempts))
      } else return { state: 'failed', reason }
      if (attempts >= MAX_ATTEMPTS) return { state: 'failed', reason }
    }
  }

  return async (message, tokens) => {
    const settled = await Promise.allSettled(tokens.map((token) => limit(() => sendTo(message, token))))
    return summary(settled, tokens)
  }
}

/** One device that accepted is enough. A user with an unknown result must not be told again. */
function summary(settled: PromiseSettledResult<Outcome>[], tokens: string[]): PushResult {
  const outcomes = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const gone = tokens.filter((_token, place) => {
    const one = settled[place]
    return one?.status === 'fulfilled' && one.value.state === 'no_device'
  })
  const delivered =
    outcomes.find(({ state }) => state === 'accepted') ?? outcomes.find(({ state }) => state === 'unknown')
  const notAsked = settled.find((one) => one.status === 'rejected')
  if (!delivered && notAsked) throw notAsked.reason
  const failed = outcomes.find(({ state }) => state === 'failed')
  return { ...(delivered ?? failed ?? { state: 'no_device', reason: null }), gone }
}

const bodyOf = ({ id, title, body }: PushMessage, token: string) =>
  JSON.stringify({ message: { token, notification: { title, body }, data: { notification_id: id } } })

async function post(address: string, bearer: string, body: string, timeOut: number) {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeOut),
    })
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
    if (NOT_SENT.includes(code)) throw new PushUnavailable('The push service cannot be reached.', { cause: error })
    return 'lost'
  }
}

async function readRefusal(response: Response) {
  const parsed = refusal.safeParse(await response.json().catch(() => null))
  const { status, message, details } = parsed.data?.error ?? {}
  const code = details?.find(({ errorCode }) => errorCode)?.errorCode ?? status
  const said = [code, message].filter(Boolean).join(': ') || `The push service answered ${response.status}.`
  return { code, reason: said.slice(0, LONGEST_REASON) }
}

/** In milliseconds: what Retry-After asks for, as seconds or a date, else a pause that grows with each attempt. */
function pauseFor(retryAfter: string | null, attempts: number) {
  const seconds = Number(retryAfter ?? Number.NaN)
  const asked = Number.isNaN(seconds) ? Date.parse(retryAfter ?? '') - Date.now() : seconds * 1000
  const pause = Number.isNaN(asked) ? FIRST_PAUSE * 2 ** (attempts - 1) : asked
  return Math.min(LONGEST_PAUSE, Math.max(0, pause))
}
