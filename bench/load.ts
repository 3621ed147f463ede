import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

/** A call: a POST with what `body` returns, or a GET without one. */
export type Target = { url: string; headers?: Record<string, string>; body?: () => object }

const agent = new Agent({ keepAlive: true })

const JSON_TYPE = { 'content-type': 'application/json' }
const methodOf = (body: Target['body']) => (body ? 'POST' : 'GET')

/** The milliseconds until a call's answer has been read. Throws unless it is a 200, or a 304 that was asked for. */
export function timeOf({ url, headers, body }: Target): Promise<number> {
  const sent = body && JSON.stringify(body())
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(url, { method: methodOf(body), agent, headers: { ...headers, ...(body && JSON_TYPE) } })
    call.once('error', reject)
    call.once('response', (response) => {
      if (response.statusCode !== 200 && response.statusCode !== 304)
        reject(new Error(`${url}: ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - began))
    })
    call.end(sent)
  })
}

/** The times of consecutive calls for about this long, and at least three of them. */
export async function timesOf(target: Target, milliseconds: number, before?: () => Promise<unknown>) {
  const times: number[] = []
  for (let spent = 0; spent < milliseconds || times.length < 3; spent += times.at(-1) ?? 0) {
    await before?.()
    times.push(await timeOf(target))
  }
  return times
}

/** Calls by `clients` for `seconds`: how many per second were answered well, and how many in time. */
export function load({ url, headers = {}, body }: Target, connections: number, seconds: number) {
  let [good, refused] = [0, 0]
  const options: autocannon.Options = {
    url,
    method: methodOf(body),
    connections,
    duration: seconds,
    headers: { ...headers, ...(body && JSON_TYPE) },
    ...(body && { requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }] }),
  }
  return new Promise<{ rate: number; goodput: number; refused: number }>((resolve, reject) => {
    const running = autocannon(options, (error, { '2xx': answered, '3xx': unchanged, errors, duration }) => {
      if (error) reject(error as Error)
      else resolve({ rate: (answered + unchanged) / duration, goodput: good / duration, refused: refused + errors })
    })
    running.on('response', (_client, status, _bytes, milliseconds) => {
      if (status >= 400) refused++
      else if (milliseconds <= GOOD) good++
    })
  })
}

/** In milliseconds; a later answer is useless. */
const GOOD = 1000

/** Like load, but throws unless every call is answered well. Returns the calls per second. */
export async function rateOf(target: Target, connections: number, seconds: number) {
  const { rate, refused } = await load(target, connections, seconds)
  if (refused) throw new Error(`${target.url}: ${refused} calls were refused`)
  return rate
}

/** The value below which this share (0 to 1) of the values lies. */
export function percentile(values: number[], share: number) {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The middle value. */
export const median = (values: number[]) => percentile(values, 0.5)
