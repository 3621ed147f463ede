import { load, median, type Target } from './load.ts'
import type { Server } from './server.ts'

const SECONDS = 2
const CLIENTS = [4, 8, 16, 32, 64, 128]
/** This close to the peak, more clients add nothing. */
const PEAK = 0.95
const TIMES = 4

/**
 * How many calls per second are answered well within a second: with the fewest clients that reach the peak, and with
 * four times as many.
 */
export async function measureOverload({ call, headers }: Server, rounds: number) {
  let next = 0
  const list: Target = {
    url: call('admin/users/list'),
    headers,
    body: () => ({ page: 1 + (next++ % 500), per_page: 10, sort: [{ field: 'name', order: 'asc' }] }),
  }
  const goodputAt = async (clients: number) => (await load(list, clients, SECONDS)).goodput
  const tried: { clients: number; goodput: number }[] = []
  for (const clients of CLIENTS) tried.push({ clients, goodput: await goodputAt(clients) })
  const best = Math.max(...tried.map(({ goodput }) => goodput))
  const clients = tried.find(({ goodput }) => goodput >= best * PEAK)?.clients ?? 0
  const [peak, over] = [[] as number[], [] as number[]]
  for (let round = 0; round < rounds; round++) {
    peak.push(await goodputAt(clients))
    over.push(await goodputAt(clients * TIMES))
  }
  const kept = median(over.map((goodput, round) => goodput / (peak[round] ?? Number.NaN)))
  return { clients, peak: median(peak), over: median(over), kept }
}
