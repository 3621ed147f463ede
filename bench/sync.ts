import { median, type Target, timeOf } from './load.ts'
import type { Server } from './server.ts'

/** As many as there are tokens from the bare server. */
export const OWNERS = 1000
const AT_A_TIME = 16

/**
 * What syncs of a thousand owners cost: from the beginning, after one change and after none, in calls per second, and
 * the second compared with a bare Fastify that sends the same bytes.
 */
export async function measureSync({ product, bare, ask, call, headers, types }: Server, rounds: number) {
  const { tokens } = await ask<{ tokens: string[] }>('owners')
  const url = `${product}/app/v1/sync`
  const asOwner = (token: string, since = '') => ({
    url: since ? `${url}?since=${encodeURIComponent(since)}` : url,
    headers: { 'x-api-key': 'bench', token },
  })

  const began = performance.now()
  const cursors = new Map<string, string>()
  await forEach(tokens, async (token) => cursors.set(token, await syncedFrom(token)))
  const begin = tokens.length / ((performance.now() - began) / 1000)

  /** Syncs from the beginning, and resolves to the cursor at the end. */
  async function syncedFrom(token: string) {
    let cursor = ''
    for (let more = true; more; ) {
      const { url, headers } = asOwner(token, cursor)
      const answer = (await (await fetch(url, { headers })).json()) as { cursor: string; more: boolean }
      cursor = answer.cursor
      more = answer.more
    }
    return cursor
  }
  const asked = () => tokens.map((token) => asOwner(token, cursors.get(token)))
  const [unchanged, changed, bareRates] = [[], [], []] as number[][] as [number[], number[], number[]]
  for (let round = 0; round < rounds; round++) {
    if (round === 0) unchanged.push(await rateOfAll(asked()))
    await timeOf({ url: call('admin/categories/edit'), headers, body: () => ({ ...types[0], seq_no: 5000 + round }) })
    const [one] = asked()
    const answer = await (await fetch(one?.url ?? '', { headers: one?.headers ?? {} })).text()
    if ((JSON.parse(answer) as { changed: unknown[] }).changed.length !== 1) throw new Error('not one record has moved')
    await fetch(`${bare}/keep`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: answer })
    bareRates.push(await rateOfAll(asked().map((target) => ({ ...target, url: `${bare}/kept` }))))
    changed.push(await rateOfAll(asked()))
  }
  return {
    owners: tokens.length,
    begin,
    unchanged: median(unchanged),
    changed: median(changed),
    ofBare: median(changed.map((rate, round) => rate / (bareRates[round] ?? Number.NaN))),
  }
}

/** Makes each call once, some at a time; resolves to the calls per second. */
async function rateOfAll(targets: Target[]) {
  const began = performance.now()
  await forEach(targets, timeOf)
  return targets.length / ((performance.now() - began) / 1000)
}

async function forEach<Item>(items: Item[], work: (item: Item) => Promise<unknown>) {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}
