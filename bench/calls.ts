import { join } from 'node:path'
import { median, rateOf, type Target, timesOf } from './load.ts'
import type { DatabaseName } from './options.ts'
import type { Server } from './server.ts'

const CLIENTS = 16
const TIME = 300
const SECONDS = 2
/** Users whose records are read: few enough to list at once. */
const KNOWN = 100

/**
 * The milliseconds of a call by one client, and the calls per second of sixteen clients, for each build; undefined if a
 * build has no such call.
 */
export type CallFigures = {
  name: string
  builds: ({ time: number; rate: number } | undefined)[]
  /** The rate of this build, divided by that of a bare Fastify that parses the same body and sends the same bytes. */
  ofBare?: number
}

/** A call, and what the bare server does instead, if it can. */
type Shape = { name: string; target: Target; bare?: 'kept' | 'unchanged' }

/** What administrators and owners call most, on `server` and, in turn, on the servers of other builds. */
export async function measureCalls(server: Server, rows: number, rounds: number, others: Server[]) {
  const builds = await Promise.all([server, ...others].map((build) => shapes(build, rows)))
  const calls: CallFigures[] = []
  for (const [place, { name }] of (builds[0] ?? []).entries()) {
    const measured = await Promise.all(
      builds.map(async (shapes) => {
        const { target } = shapes[place] as Shape
        // The first run, which compiles code and reads from disk, is not counted.
        const answers = await rateOf(target, CLIENTS, 1).then(Boolean, () => false)
        return { target, answers, times: [] as number[], rates: [] as number[] }
      }),
    )
    const bare = await bareOf(server, builds[0]?.[place] as Shape)
    const bareRates: number[] = []
    for (let round = 0; round < rounds; round++) {
      if (bare) bareRates.push(await rateOf(bare, CLIENTS, SECONDS))
      for (const { target, times, rates } of measured.filter(({ answers }) => answers)) {
        times.push(...(await timesOf(target, TIME)))
        rates.push(await rateOf(target, CLIENTS, SECONDS))
      }
    }
    const figures = measured.map(({ answers, times, rates }) =>
      answers ? { time: median(times), rate: median(rates) } : undefined,
    )
    const [here] = figures
    calls.push({ name, builds: figures, ...(bare && here && { ofBare: here.rate / median(bareRates) }) })
  }
  return { calls }
}

/** The call of the bare server that answers the same as this one. */
async function bareOf(server: Server, { target, bare }: Shape): Promise<Target | undefined> {
  if (!bare) return undefined
  const { url, headers, body } = target
  const same = { ...target, url: `${server.bare}/${bare}` }
  if (bare === 'unchanged') return same
  const asked = body ? { method: 'POST', body: JSON.stringify(body()) } : {}
  const answer = await (await fetch(url, { ...asked, ...(headers && { headers }) })).text()
  const json = { 'content-type': 'application/json' }
  await fetch(`${server.bare}/keep`, { method: 'POST', headers: json, body: answer })
  return same
}

/** Starts the build in that folder on a database that its own code fills. `stop` also removes the database. */
export async function startBuild(folder: string, database: DatabaseName, rows: number): Promise<Server> {
  const { openStore } = (await import(join(folder, 'bench/stores.ts'))) as typeof import('./stores.ts')
  const { startServer } = (await import(join(folder, 'bench/server.ts'))) as typeof import('./server.ts')
  const store = await openStore(database, false)
  const server = await startServer(await store.settings(rows))
  return {
    ...server,
    async stop() {
      await server.stop()
      store.close()
    },
  }
}

async function shapes(server: Server, rows: number): Promise<Shape[]> {
  const { call, headers, product, types } = server
  const first = { page: 1, per_page: KNOWN }
  const known = await fetch(call('admin/users/list'), { method: 'POST', headers, body: JSON.stringify(first) })
  const ids = ((await known.json()) as { data: { _id: string }[] }).data.map(({ _id }) => _id)
  const content = { url: `${product}/app/v1/rv_types`, headers: { 'x-api-key': 'bench' } }
  const tag = (await fetch(content.url, content)).headers.get('etag')
  let next = 0
  const anyPage = () => 1 + ((next++ * 7919) % Math.floor(rows / 10))
  const asks = (name: string, path: string, body: () => object): Shape => ({
    name,
    target: { url: call(path), headers, body },
  })
  const reads = (name: string, path: string, body: () => object): Shape => ({ ...asks(name, path, body), bare: 'kept' })
  const list = (name: string, input: () => object) =>
    reads(name, 'admin/users/list', () => ({ page: 1, per_page: 10, ...input() }))
  const byName = [{ field: 'name', order: 'asc' }]
  return [
    list('first page', () => ({})),
    list('random page', () => ({ page: anyPage() })),
    list('random page by name', () => ({ page: anyPage(), sort: byName })),
    list('part of a name', () => ({ filters: { name: { op: 'contains', value: NAMES[next++ % NAMES.length] } } })),
    reads('get', 'admin/users/get', () => ({ user_id: ids[next++ % ids.length] })),
    asks('edit', 'admin/categories/edit', () => ({ ...types[next % types.length], seq_no: 1000 + next++ })),
    { name: 'owners’ content', target: content, bare: 'kept' },
    {
      name: 'owners’ content, unchanged',
      target: { ...content, headers: { ...content.headers, 'if-none-match': tag ?? '' } },
      bare: 'unchanged',
    },
  ]
}

/** Parts of names that the benchmark's people have. */
const NAMES = ['anna', 'mar', 'son', 'ber', 'ell', 'ing', 'tho', 'ric']
