import { z } from 'zod'
import { OutsideFault } from '../../errors.ts'

const refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z.array(z.object({ errorCode: z.string().optional() })).optional(),
  }),
})

/** Only these two of Firebase's codes are about a device; with a wrong account, all devices get the second. */
const [UNREGISTERED, OF_ANOTHER_SENDER] = ['UNREGISTERED', 'SENDER_ID_MISMATCH']
/** Firebase's recommendation if it does not say how long to wait. */
const BUSY_SECONDS = 60
const LONGEST_REASON = 200

/**
 * What a refused message says: the device is `gone`, perhaps because it belongs to another sender; the access token is
 * `spent`; another `fault`; or a `doubt`, which is about us unless other devices are served meanwhile.
 */
export type PushRefusal =
  | { kind: 'gone'; isMismatch: boolean }
  | { kind: 'spent' | 'fault' | 'doubt'; fault: OutsideFault }

/** Classifies Firebase's refusal of a message. */
export async function sortPushRefusal(response: Response): Promise<PushRefusal> {
  const { status, headers } = response
  const parsed = refusal.safeParse(await response.json().catch(() => null))
  const said = parsed.data?.error
  const code = said?.details?.find(({ errorCode }) => errorCode)?.errorCode ?? said?.status
  if (code === UNREGISTERED || code === OF_ANOTHER_SENDER)
    return { kind: 'gone', isMismatch: code === OF_ANOTHER_SENDER }
  const words = [code, said?.message].filter(Boolean).join(': ') || `The push service answered ${status}.`
  const message = words.slice(0, LONGEST_REASON)
  const retryAfter = secondsOf(headers.get('retry-after')) ?? (status === 429 ? BUSY_SECONDS : undefined)
  const fault = new OutsideFault('push', status === 429 || status >= 500 ? 'later' : 'set-up', message, { retryAfter })
  if (status === 401 && code !== 'THIRD_PARTY_AUTH_ERROR') return { kind: 'spent', fault }
  return { kind: [401, 403, 404].includes(status) || retryAfter !== undefined ? 'fault' : 'doubt', fault }
}

/** Classifies a refused access: Google rejects the account, or is unavailable. */
export const accessFault = (status: number) =>
  new OutsideFault(
    'push',
    status === 429 || status >= 500 ? 'later' : 'set-up',
    `Google gives the account of FCM_CREDENTIALS no access (${status}).`,
  )

/** In seconds, from seconds or a date. */
function secondsOf(retryAfter: string | null) {
  const seconds = Number(retryAfter ?? Number.NaN)
  const asked = Number.isNaN(seconds) ? (Date.parse(retryAfter ?? '') - Date.now()) / 1000 : seconds
  return Number.isNaN(asked) ? undefined : Math.max(0, asked)
}
