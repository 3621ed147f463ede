import { load, median, percentile, rateOf, type Target, timeOf } from './load.ts'
import type { Server } from './server.ts'
import { ADMIN } from './stores.ts'

const AT_A_TIME = 16
const SECONDS = 4

export const ACCOUNTS = 64
/** The e-mail address of a client's own account. */
export const accountOf = (number: number) => `bench-${number}@example.com`

/**
 * Logins compared with the bare rate of the same hash at the same concurrency, and the 99th percentile of list calls
 * when idle and during the logins.
 */
export async function measureLogins({ call, headers, ask }: Server, rounds: number) {
  let next = 0
  const { token: _token, ...signedOut } = headers
  const login: Target = {
    url: call('admin/users/login'),
    headers: signedOut,
    body: () => ({ email: accountOf(next++ % ACCOUNTS), password: ADMIN.password }),
  }
  let page = 0
  const list: Target = {
    url: call('admin/users/list'),
    headers,
    body: () => ({ page: 1 + (page++ % 50), per_page: 10 }),
  }
  const [hashes, logins, idle, during] = [[], [], [], []] as number[][] as [number[], number[], number[], number[]]
  for (let round = 0; round < rounds; round++) {
    hashes.push((await ask<{ rate: number }>('hashes')).rate)
    logins.push(await rateOf(login, AT_A_TIME, 2))
    idle.push(percentile(await listsWhile(list, new Promise((soon) => setTimeout(soon, SECONDS * 1000))), 0.99))
    during.push(percentile(await listsWhile(list, load(login, AT_A_TIME, SECONDS)), 0.99))
  }
  return {
    hashes: median(hashes),
    logins: median(logins),
    toHashes: median(logins.map((rate, round) => rate / (hashes[round] ?? Number.NaN))),
    idle: median(idle),
    during: median(during),
    times: median(during.map((time, round) => time / (idle[round] ?? Number.NaN))),
  }
}

/** The times of list calls, one after the other, while some work goes on. */
export async function listsWhile(list: Target, work: Promise<unknown>) {
  let going = true
  const ended = work.finally(() => (going = false))
  const times: number[] = []
  while (going) times.push(await timeOf(list))
  await ended
  return times
}
