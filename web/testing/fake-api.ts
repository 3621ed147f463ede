import { waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { account } from '#contract/account.ts'
import type { AppSettings } from '#contract/app-settings.ts'
import { CHANGE_STREAM } from '#contract/change-stream.ts'
import { changes, records } from '#contract/changes.ts'
import { dashboard, type Trends } from '#contract/dashboard.ts'
import { APP_SETTINGS_ID, type CallInput, type CallOutput, type Endpoint } from '#contract/endpoint.ts'
import { firstSteps } from '#contract/first-steps.ts'
import { preview } from '#contract/preview.ts'
import type { Failure } from '#contract/records.ts'
import { type SystemStatus, system } from '#contract/system.ts'
import { preferences, views } from '#contract/views.ts'
import { isOnline } from '#web/api/connection.ts'
import { DRAFT_KEY } from './draft-key.ts'
import { fakeEvents } from './fake-events.ts'
import { type Broken, type Reply, stubXmlHttpRequest } from './fake-xml-http-request.ts'
import { rowsOf } from './rows.ts'

type Sent = { headers: Headers; input: unknown }
/** The answer of a call. One that changes records made no change that could be undone, unless the test names it. */
type Body<E extends Endpoint> =
  CallOutput<E> extends { change_id: unknown }
    ? Omit<CallOutput<E>, 'change_id'> & Partial<Pick<CallOutput<E>, 'change_id'>>
    : CallOutput<E>
type Answering<E extends Endpoint> = (input: CallInput<E>) => Body<E> | Promise<Body<E>>
type Answer<E extends Endpoint> = Body<E> | Answering<E>

const SETTINGS: AppSettings = { api: '/api/v1', apiKey: 'test-application-key' }

/** An installation with nothing to report. */
export const inOrder: SystemStatus = {
  conditions: [],
  servers: [],
  database: { kind: 'SQLite', version: '3.50', bytes: 0, schema: '0001' },
  backups: null,
  jobs: { waiting: 0, failing: 0, given_up: 0, last_given_up_at: null },
  failed_mails: [],
  failed_mail_count: 0,
  storage: { kind: 'disk', files: 0, missing_files: 0, sweep_stopped: false, free_bytes: null },
}

const noTrends: Trends = { sign_ins: [], new_users: [], rvs_by_type: [], messages: [], is_complete: true }

const faults: string[] = []

/** Returns and clears the mistakes in tests that the fake server found. */
export const takeFaults = () => faults.splice(0)

/**
 * A fake server behind fetch and XMLHttpRequest. Inputs and answers are validated against the contract; a call that the
 * test has not prepared fails the test. Answers can be held, reordered, cut and broken; with `offline()` there are
 * none.
 */
export function fakeApi(settings: Partial<AppSettings> = {}) {
  const replies = new Map<string, (input: unknown) => Promise<Reply>>()
  const sent = new Map<string, Sent[]>()
  const held = new Map<string, (() => void)[]>()
  let offline = false
  let pingFails = false
  let streamRefusal: Reply | undefined
  const events = fakeEvents()
  writeSettings({ ...SETTINGS, ...settings })
  // What every page asks for.
  replies.set(account.draftKey.path, async () => ({ status: 200, body: { message: '', data: DRAFT_KEY } }))
  // What every list and its dialogs ask for; a test that is about them answers otherwise.
  replies.set(preferences.get.path, async () => ({ status: 200, body: { message: '', data: { lists: {} } } }))
  replies.set(preferences.set.path, async () => ({ status: 200, body: { message: '', data: { default_view: null } } }))
  replies.set(records.presence.path, async () => ({ status: 200, body: { message: '', data: [] } }))
  replies.set(records.relations.path, async () => ({
    status: 200,
    body: { message: '', data: { along: [], used_by: [], returning: [], below: 0, went_with: 0 } },
  }))
  replies.set(preview.preview.path, async (input) => {
    const { record_type } = input as CallInput<typeof preview.preview>
    return { status: 200, body: { message: '', data: rowsOf(record_type)(), others: [], place: 0 } }
  })
  replies.set(records.next_number.path, async () => ({ status: 200, body: { message: '', data: { seq_no: null } } }))
  replies.set(firstSteps.get.path, async () => ({
    status: 200,
    body: { message: '', data: { is_shown: false, steps: [] } },
  }))
  replies.set(dashboard.attention.path, async () => ({ status: 200, body: { message: '', data: [] } }))
  replies.set(changes.list.path, async () => ({
    status: 200,
    body: { message: '', data: [], total: 0, current_page: 1 },
  }))
  replies.set(dashboard.trends.path, async () => ({ status: 200, body: { message: '', data: noTrends } }))
  replies.set(system.status.path, async () => ({ status: 200, body: { message: 'System', data: inOrder } }))
  replies.set(views.list.path, async () => ({ status: 200, body: { message: '', data: [] } }))

  async function answer(url: string, init: { headers?: HeadersInit; body?: unknown } = {}): Promise<Reply> {
    const path = new URL(url, 'http://localhost').pathname.replace(`${SETTINGS.api}/`, '')
    const input = init.body === null ? inQuery(url) : inputOf(init.body)
    sent.set(path, [...(sent.get(path) ?? []), { headers: new Headers(init.headers), input }])
    if (offline) return { status: 0 }
    if (path === 'ping') return { status: pingFails ? 0 : 204 }
    // Nothing happens on the server but what a test lets happen.
    if (path === CHANGE_STREAM) return streamRefusal ?? { status: 200, stream: events.open() }
    const reply = replies.get(path)
    if (reply) {
      const answered = await reply(input)
      const waiting = held.get(path)
      if (waiting) await new Promise<void>((deliver) => waiting.push(deliver))
      return answered
    }
    faults.push(`nothing is prepared for ${path}, called with ${JSON.stringify(input)}`)
    return { status: 500, body: { message: 'Nothing prepared.' } }
  }

  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const reply = await unlessAborted(answer(url, init as never), init?.signal)
    if (reply.status === 0) throw new TypeError('Failed to fetch')
    const headers: HeadersInit = typeof reply.body === 'string' ? { 'content-disposition': 'attachment' } : {}
    return new Response(reply.stream ?? bodyOf(reply), { status: reply.status, headers })
  })
  stubXmlHttpRequest(answer)

  return {
    /** Answers this call with success from now on: with a body, or a function of the input. */
    answers<E extends Endpoint>(endpoint: E, answer: Answer<E>) {
      replies.set(endpoint.path, async (input) => {
        check(endpoint, 'input', input)
        const given = typeof answer === 'function' ? await (answer as Answering<E>)(input as CallInput<E>) : answer
        const body = withChangeId(endpoint, given)
        check(endpoint, 'output', body)
        return { status: 200, body }
      })
    },
    /** Refuses this call from now on; with status 0 there is no answer. */
    refuses(endpoint: Endpoint, status: number, body: Failure = { message: `Refused with ${status}.` }) {
      replies.set(endpoint.path, async () => ({ status, body }))
    },
    /**
     * Answers this call with success, but the body breaks off, by a cut connection or as half a JSON text, or is JSON
     * of something between that answers in the server's place.
     */
    breaks<E extends Endpoint>(endpoint: E, broken: Broken, body: Body<E>) {
      replies.set(endpoint.path, async () => ({ status: 200, body: withChangeId(endpoint, body), broken }))
    },
    /** Answers this call with a status and no body. */
    answersWithoutBody(endpoint: Endpoint, status: number) {
      replies.set(endpoint.path, async () => ({ status }))
    },
    /**
     * Holds the answers of this call from now on. They are made when the call arrives and delivered by `release(n)`, n
     * counting the held calls from 0: in any order, each once.
     */
    holds(endpoint: Endpoint) {
      const waiting: (() => void)[] = []
      held.set(endpoint.path, waiting)
      return {
        count: () => waiting.length,
        release: (index: number) => {
          const deliver = waiting[index]
          if (!deliver) throw new Error(`There is no held call ${index} of ${endpoint.path}.`)
          deliver()
        },
        /** Delivers later answers at once again. */
        stop: () => void held.delete(endpoint.path),
      }
    },
    /** The inputs of this call so far, in order. */
    calls: <E extends Endpoint>(endpoint: E) =>
      (sent.get(endpoint.path) ?? []).map(({ input }) => input) as CallInput<E>[],
    /** The headers of this call so far, in order. */
    headers: (endpoint: Endpoint) => (sent.get(endpoint.path) ?? []).map(({ headers }) => headers),
    /** Sends an event on the open streams of changes. */
    sendsEvent: events.send,
    /** Refuses to open streams of changes from now on. */
    refusesStream(status: number, body: Failure) {
      streamRefusal = { status, body }
    },
    /** Breaks the open streams of changes. */
    breaksStreams: events.breakAll,
    offline() {
      offline = true
    },
    /** The browser reports that the connection is lost, and the server cannot be reached. Resolves when it is known. */
    async losesConnection() {
      pingFails = true
      window.dispatchEvent(new Event('offline'))
      await waitFor(() => expect(isOnline()).toBe(false))
    },
    online() {
      offline = false
      pingFails = false
    },
  }
}

const withChangeId = ({ output }: Endpoint, body: unknown): unknown =>
  output instanceof z.ZodObject && 'change_id' in output.shape ? { change_id: null, ...(body as object) } : body

function bodyOf({ body, broken }: Reply) {
  if (body === undefined) return null
  const text = JSON.stringify(broken === 'of another shape' ? [body] : body)
  const half = text.slice(0, text.length / 2)
  if (broken === 'half') return half
  if (broken !== 'cut') return text
  const chunks = [new TextEncoder().encode(half)]
  return new ReadableStream({
    pull(stream) {
      const chunk = chunks.shift()
      if (chunk) stream.enqueue(chunk)
      else stream.error(new TypeError('network error'))
    },
  })
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

function writeSettings(settings: AppSettings) {
  document.getElementById(APP_SETTINGS_ID)?.remove()
  const block = document.createElement('script')
  block.type = 'application/json'
  block.id = APP_SETTINGS_ID
  block.textContent = JSON.stringify(settings)
  document.head.append(block)
}
