import { request as byHttp, type IncomingMessage } from 'node:http'
import { request as byHttps } from 'node:https'
import { isIP } from 'node:net'
import { useAgent as agentFor } from 'request-filtering-agent'
import { isUsual, lookUpPublic } from '../public-hosts.ts'

/** The outcome of a message: `problem` says why it was not accepted, in words. */
export type Posted = {
  status: number | null
  problem: string | null
  /** How many seconds the receiver wants to be left alone. */
  retryAfter: number | undefined
  milliseconds: number
}

/** Sends a message to a webhook's receiver. Never rejects. */
export type PostWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<Posted>

const TIMEOUT_MS = 15_000
/** In bytes. Only an answer's status counts; its beginning helps people. */
const MOST_READ = 4096
const MOST_QUOTED = 200

export const PUBLIC_ONLY =
  'Please enter an https address with a public name and the usual port. WEBHOOK_PRIVATE_ADDRESSES allows others.'

const isLocal = (host: string) =>
  isIP(host.replace(/^\[|\]$/g, '')) > 0 || /(^|\.)(localhost|local|internal)\.?$/.test(host)

/** Why a webhook cannot use an address, whatever its name resolves to; undefined if it can. */
export function whyNotThere(address: string, { privateAddresses }: { privateAddresses: boolean }) {
  const url = URL.parse(address)
  if (privateAddresses && url) return undefined
  return url?.protocol === 'https:' && isUsual(url) && !isLocal(url.hostname) ? undefined : PUBLIC_ONLY
}

/**
 * Sends messages to webhook receivers: only to public hosts by https, unless private networks are allowed. A redirect
 * counts as a failure, as it may lead anywhere.
 */
export const webhookPoster =
  ({ privateAddresses, timeoutMs = TIMEOUT_MS }: { privateAddresses: boolean; timeoutMs?: number }): PostWebhook =>
  async (address, headers, body) => {
    const began = performance.now()
    const after = () => Math.round(performance.now() - began)
    try {
      const refusal = whyNotThere(address, { privateAddresses })
      if (refusal) throw new Error(refusal)
      const signal = AbortSignal.timeout(timeoutMs)
      const answer = await send(new URL(address), { headers, body, signal, privateAddresses })
      const status = answer.statusCode ?? 0
      if (status >= 200 && status < 300) {
        answer.destroy()
        return { status, problem: null, retryAfter: undefined, milliseconds: after() }
      }
      const said = await beginningOf(answer)
      const problem = `The receiver answered ${status}${said && `: ${said}`}`
      return { status, problem, retryAfter: secondsOf(answer.headers['retry-after']), milliseconds: after() }
    } catch (error) {
      return { status: null, problem: describeError(error), retryAfter: undefined, milliseconds: after() }
    }
  }

type Sent = { headers: Record<string, string>; body: string; signal: AbortSignal; privateAddresses: boolean }

const send = (url: URL, { headers, body, signal, privateAddresses }: Sent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.protocol === 'https:' ? byHttps : byHttp
    request(
      url,
      {
        method: 'POST',
        signal,
        ...(privateAddresses ? { agent: false } : { agent: agentFor(url.href), lookup: lookUpPublic }),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'rv-owner-back-office',
          ...headers,
        },
      },
      resolve,
    )
      .on('error', reject)
      .end(body)
  })

async function beginningOf(answer: IncomingMessage) {
  let text = ''
  try {
    for await (const chunk of answer) {
      text += Buffer.from(chunk as Uint8Array).toString('utf8')
      if (text.length >= MOST_READ) break
    }
  } catch {
    // What has arrived so far will do.
  }
  answer.destroy()
  // Only readable text, as people will see it.
  return text
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim()
    .slice(0, MOST_QUOTED)
}

/** Retry-After is a number of seconds, or a date. */
function secondsOf(header: string | undefined) {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}

const FAULTS: Record<string, string> = {
  ECONNREFUSED: 'The receiver refused the connection',
  ECONNRESET: 'The receiver closed the connection',
  ENOTFOUND: 'The name of the receiver was not found',
  EAI_AGAIN: 'The name of the receiver could not be looked up',
}

function describeError(error: unknown) {
  const { name, message, code } = error as Error & { code?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'The receiver did not answer in time'
  if (/not allowed/.test(message)) return 'The name leads to an address that is not public'
  const fault = code && FAULTS[code]
  if (fault) return fault
  return code && !message.includes(code) ? `${code}: ${message}` : message
}
