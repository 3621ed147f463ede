import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'
import { OutsideFault } from '../../errors.ts'
import { sortPushRefusal } from '../refusals/push.ts'
import { accessTokens } from './access-token.ts'
import type { Push, PushMessage, PushResult } from './push.ts'
import type { ServiceAccount } from './service-account.ts'

const CONCURRENCY = 20
const TIMEOUT = 15_000
const MAX_ATTEMPTS = 3
const FIRST_PAUSE = 500
/** If a service wants to be left alone for longer, nothing waits here: its recipients are retried later. */
const LONGEST_PAUSE = 5_000

/** Errors that mean the request was not sent. After any other error the result is unknown. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

type Outcome = Pick<PushResult, 'state' | 'reason' | 'doubt'> & { isMismatch?: boolean }

/**
 * Pushes through Firebase Cloud Messaging (HTTP v1) at `endpoint` with a service account. An answer that takes longer
 * than `timeOut` milliseconds counts as lost.
 */
export function fcmPush(account: ServiceAccount, endpoint: string, timeOut = TIMEOUT): Push {
  const access = accessTokens(account)
  const limit = pLimit(CONCURRENCY)
  const address = `${endpoint}/v1/projects/${account.project_id}/messages:send`
  // If the service asks to slow down, all messages wait.
  let pausedUntil = 0
  // A fault met by one message that all following ones would meet as well.
  let met: OutsideFault | undefined

  async function sendTo(message: PushMessage, token: string): Promise<Outcome> {
    for (let attempts = 1; ; attempts++) {
      await setTimeout(Math.max(0, pausedUntil - performance.now()))
      if (met) throw met
      const bearer = await access.get()
      const response = await post(address, bearer, bodyOf(message, token), timeOut)
      if (response === 'lost') return { state: 'unknown', reason: 'The answer of the push service was lost.' }
      if (response.ok) {
        await response.body?.cancel()
        return { state: 'accepted', reason: null }
      }
      const refusal = await sortPushRefusal(response)
      if (refusal.kind === 'gone') return { state: 'no_device', reason: null, isMismatch: refusal.isMismatch }
      const { kind, fault } = refusal
      const pause = fault.retryAfter === undefined ? FIRST_PAUSE * 2 ** (attempts - 1) : fault.retryAfter * 1000
      const canWait = fault.about === 'later' && pause <= LONGEST_PAUSE
      if (kind === 'spent') await access.spent(bearer)
      else if (canWait) pausedUntil = Math.max(pausedUntil, performance.now() + pause)
      if ((kind === 'spent' && attempts === 1) || (canWait && attempts < MAX_ATTEMPTS)) continue
      if (kind === 'doubt') return { state: 'failed', reason: fault.message, doubt: fault }
      throw fault
    }
  }

  return async (message, tokens) => {
    if (limit.activeCount + limit.pendingCount === 0) met = undefined
    const sendNext = (token: string) =>
      sendTo(message, token).catch((error) => {
        if (error instanceof OutsideFault) met = error
        throw error
      })
    const settled = await Promise.allSettled(tokens.map((token) => limit(() => sendNext(token))))
    return summary(settled, tokens)
  }
}

/** One accepting device is enough. A user with an unknown result must not be told again. */
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
  const { state, reason, doubt } = delivered ?? failed ?? { state: 'no_device', reason: null }
  const mismatches = outcomes.filter(({ isMismatch }) => isMismatch).length
  return { state, reason, ...(doubt && { doubt }), gone, ...(mismatches > 0 && { mismatches }) }
}

function bodyOf({ id, title, body, link }: PushMessage, token: string) {
  const data = { notification_id: id, ...(link && { link_type: link.type, link_id: link.id }) }
  return JSON.stringify({ message: { token, notification: { title, body }, data } })
}

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
    if (NOT_SENT.includes(code)) {
      throw new OutsideFault('push', 'later', 'The push service could not be reached.', { cause: error })
    }
    return 'lost'
  }
}
