import { setTimeout } from 'node:timers/promises'
import { type Target, timeOf } from './load.ts'
import { accountOf } from './logins.ts'
import type { Server } from './server.ts'
import { ADMIN } from './stores.ts'

const CLIENTS = 4
const SAMPLES = 20
const MEGABYTE = 1024 * 1024

type Sample = { minute: number; rss: number; heap: number }

/**
 * The memory of the process while clients list, search, write and sign in for `minutes`: resident set, and heap after
 * a garbage collection. The slopes cover the second half, when all caches are full.
 */
export async function measureSoak(server: Server, minutes: number) {
  const began = performance.now()
  const minute = () => (performance.now() - began) / 60_000
  let calls = 0
  const client = async () => {
    for (; minute() < minutes; calls++) await timeOf(nextCall(server, calls))
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  const samples: Sample[] = []
  while (minute() < minutes) {
    await setTimeout((minutes * 60_000) / SAMPLES)
    const { rss, heap } = await server.ask<{ rss: number; heap: number }>('memory')
    samples.push({ minute: minute(), rss: rss / MEGABYTE, heap: heap / MEGABYTE })
  }
  await clients
  const late = samples.slice(SAMPLES / 2)
  return {
    minutes,
    calls,
    heap: late.at(-1)?.heap ?? Number.NaN,
    heapSlope: slope(late.map(({ minute, heap }) => [minute, heap])),
    rss: late.at(-1)?.rss ?? Number.NaN,
    rssSlope: slope(late.map(({ minute, rss }) => [minute, rss])),
    samples,
  }
}

function nextCall({ call, headers, types }: Server, number: number): Target {
  const list = (path: string, input: object): Target => ({
    url: call(path),
    headers,
    body: () => ({ page: 1, per_page: 10, ...input }),
  })
  if (number % 200 === 0) {
    const body = () => ({ email: accountOf((number / 200) % 64), password: ADMIN.password })
    return { url: call('admin/users/login'), headers, body }
  }
  if (number % 10 === 0) {
    return {
      url: call('admin/categories/edit'),
      headers,
      body: () => ({ ...types[(number / 10) % types.length], seq_no: 1000 + number }),
    }
  }
  if (number % 10 === 1) return list('admin/users/list', { filters: { name: { value: `${number}` } } })
  return list(number % 2 ? 'admin/rvs/list' : 'admin/users/list', { page: 1 + ((number % 5000) % 80) })
}

/** Megabytes per minute, by least squares. */
function slope(points: [number, number][]) {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const [up, along] = points.reduce(
    ([up, along], [px, py]) => [up + (px - x) * (py - y), along + (px - x) ** 2],
    [0, 0],
  )
  return (up ?? 0) / (along ?? Number.NaN)
}
