import { vi } from 'vitest'
import { APP_SETTINGS_ID, type AppSettings } from '#contract/app-settings.ts'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { Failure } from '#contract/records.ts'
import { stubXmlHttpRequest } from './fake-xml-http-request.ts'

type Sent = { headers: Headers; input: unknown }
type Reply = { status: number; body?: unknown }
type Answering<E extends Endpoint> = (input: CallInput<E>) => CallOutput<E> | Promise<CallOutput<E>>
type Answer<E extends Endpoint> = CallOutput<E> | Answering<E>

const SETTINGS: AppSettings = { api: '/api/v1', apiKey: 'test-application-key' }

const faults: string[] = []

/** Returns and clears the mistakes in tests that the fake server found. */
export const takeFaults = () => faults.splice(0)

/**
 * Stands in for the server. What it answers is checked against the contract, and so is what it is sent; a call that
 * no test has prepared fails the test. With `offline()` nothing answers any more, until `online()`.
 */
export function fakeApi() {
  const replies = new Map<string, (input: unknown) => Promise<Reply>>()
  const sent = new Map<string, Sent[]>()
  let offline = false
  handOverSettings()

  async function answer(url: string, init: { headers?: HeadersInit; body?: unknown } = {}): Promise<Reply> {
    const path = new URL(url, 'http://localhost').pathname.replace(`${SETTINGS.api}/`, '')
    const input = init.body === null ? inQuery(url) : inputOf(init.body)
    sent.set(path, [...(sent.get(path) ?? []), { headers: new Headers(init.headers), input }])
    if (offline) return { status: 0 }
    if (path === 'ping') return { status: 204 }
    const reply = replies.get(path)
    if (reply) return reply(input)
    faults.push(`nothing is prepared for ${path}, called with ${JSON.stringify(input)}`)
    return { status: 500, body: { message: 'Nothing prepared.' } }
  }

  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { status, body } = await unlessAborted(answer(url, init as never), init?.signal)
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  })
  stubXmlHttpRequest(answer)

  return {
    /** Answers this call with success, from now on: a body, or a function of what was sent. */
    answers<E extends Endpoint>(endpoint: E, answer: Answer<E>) {
      replies.set(endpoint.path, async (input) => {
        check(endpoint, 'input', input)
        const body = typeof answer === 'function' ? await (answer as Answering<E>)(input as CallInput<E>) : answer
        check(endpoint, 'output', body)
        return { status: 200, body }
      })
    },
    /** Refuses this call, from now on. Status 0 means that no answer comes. */
    refuses(endpoint: Endpoint, status: number, body: Failure = { message: `Refused with ${status}.` }) {
      replies.set(endpoint.path, async () => ({ status, body }))
    },
    /** What has been sent to this call, in order. */
    calls: <E extends Endpoint>(endpoint: E) =>
      (sent.get(endpoint.path) ?? []).map(({ input }) => input) as CallInput<E>[],
    /** The headers that came with the calls, in order. */
    headers: (endpoint: Endpoint) => (sent.get(endpoint.path) ?? []).map(({ headers }) => headers),
    offline() {
      offline = true
    },
    online() {
      offline = false
    },
  }
}

function check(endpoint: Endpoint, side: 'input' | 'output', value: unknown) {
  const { error } = endpoint[side].safeParse(value)
  if (error) faults.push(`the ${side} of ${endpoint.path} breaks the contract: ${error.message}`)
}

function inQuery(url: string) {
  const { platform: _platform, ...input } = Object.fromEntries(new URL(url, 'http://localhost').searchParams)
  return input
}

function inputOf(body: unknown) {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' && body ? JSON.parse(body) : {}
}

function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal | null | undefined) {
  if (!signal) return value
  return new Promise<Value>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
    value.then(resolve, reject)
  })
}

function handOverSettings() {
  document.getElementById(APP_SETTINGS_ID)?.remove()
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = APP_SETTINGS_ID
  block.textContent = JSON.stringify(SETTINGS)
  document.head.append(block)
}
