import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { scriptSizes } from './script-sizes.ts'

type Ports = { http: number; fastify: number; product: number; token: string; type: { cat_id: string; name: string } }
type Target = { name: string; against: 'fastify' | 'commit'; path: string; body: () => object }

/** `-- --rounds 2` for a first look. */
const ROUNDS = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 5
const SECONDS = 2
const CONNECTIONS = 16

/** What a list call costs in its common shapes, a read of one record, and a write. */
const targets = ({ type }: Ports): Target[] => {
  const list = (name: string, more: object, path = 'admin/models/list'): Target => ({
    name,
    against: 'fastify',
    path,
    body: () => ({ page: 1, per_page: 10, ...more }),
  })
  const users = (name: string, more: object) => list(name, more, 'admin/users/list')
  // Never asked before, so nothing is remembered: what the first person who searches for it waits for.
  let asked = 0
  const unasked = () => `${asked++}@example`
  let seq = 0
  return [
    list('list, default order', {}),
    list('list, sorted', { sort: [{ field: 'name', order: 'desc' }] }),
    list('list, rare filter, sorted', {
      filters: { name: { value: 'heron 79' } },
      sort: [{ field: 'seq_no', order: 'asc' }],
    }),
    list('list, filter that 1 % match, sorted', {
      filters: { name: { value: 'heron' } },
      sort: [{ field: 'name', order: 'asc' }],
    }),
    list('list, filter that 24 % match, sorted', {
      filters: { name: { value: 'wren' } },
      sort: [{ field: 'name', order: 'asc' }],
    }),
    list('list, deep page', { page: 90 }),
    list('read of one record', { per_page: 1, filters: { name: { op: 'equals', value: 'Heron 0' } } }),
    users('25,000 users, first rows', {}),
    users('25,000 users, part of a name', { filters: { name: { value: 'dawson' } } }),
    {
      ...users('25,000 users, never asked before', {}),
      body: () => ({ page: 1, per_page: 10, filters: { email: { value: unasked() } } }),
    },
    users('25,000 users, last page', { page: 2500 }),
    {
      name: 'write of one record',
      against: 'commit',
      path: 'admin/categories/edit',
      body: () => ({ ...type, seq_no: seq++ }),
    },
  ]
}

const results = []
for (const rows of [1_000, 100_000]) {
  const server = fork(join(import.meta.dirname, 'servers.ts'), [String(rows)])
  const [ports] = (await once(server, 'message')) as [Ports]
  console.error(`${rows} rows`)
  results.push({ rows, rates: await measure(ports) })
  server.disconnect()
  await once(server, 'exit')
}
report(results)

/** Calls a second at each target, as the median of interleaved rounds, so that a slow moment hits all alike. */
async function measure(ports: Ports) {
  const bare = { fastify: [] as number[], http: [] as number[], commit: [] as number[] }
  const rates = targets(ports).map((target) => ({ target, product: [] as number[], base: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    bare.http.push(await rateOf(`http://127.0.0.1:${ports.http}/`, () => ({})))
    for (const { target, product, base } of rates) {
      const basePath = target.against === 'commit' ? 'commit' : 'query'
      base.push(await rateOf(`http://127.0.0.1:${ports.fastify}/${basePath}`, () => ({})))
      product.push(
        await rateOf(`http://127.0.0.1:${ports.product}/api/v1/${target.path}`, target.body, {
          'x-api-key': 'bench',
          token: ports.token,
        }),
      )
    }
  }
  return {
    http: median(bare.http),
    targets: rates.map(({ target, product, base }) => ({
      name: target.name,
      against: target.against,
      product: median(product),
      base: median(base),
      ratio: median(product.map((rate, index) => rate / (base[index] ?? Number.NaN))),
    })),
  }
}

async function rateOf(url: string, body: () => object, headers: Record<string, string> = {}) {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { ...headers, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(body()) }) }],
  })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return result.requests.average
}

function median(values: number[]) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function report(results: { rows: number; rates: Awaited<ReturnType<typeof measure>> }[]) {
  const [small, large] = results
  if (!small || !large) return
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify({ results, scripts: scriptSizes() }, null, 2))
    return
  }
  const rate = (value: number) => Math.round(value).toLocaleString('en-US').padStart(8)
  const ratio = (value: number) => value.toFixed(2).padStart(6)
  console.log(`Bare node:http: ${rate(small.rates.http)} calls/s. Columns: calls/s, and the rate divided by that of`)
  console.log('a bare Fastify with one prepared indexed query (for the write: with one raw commit).\n')
  console.log('                                        1,000 rows      100,000 rows    100,000 to 1,000')
  for (const [index, at] of small.rates.targets.entries()) {
    const then = large.rates.targets[index]
    if (!then) continue
    const flat = then.ratio / at.ratio
    console.log(
      `${at.name.padEnd(36)} ${rate(at.product)} ${ratio(at.ratio)}  ${rate(then.product)} ${ratio(then.ratio)}   ${ratio(flat)}`,
    )
  }
  console.log('\nScript that a page loads, brotli-compressed as served:')
  for (const { page, kilobytes } of scriptSizes()) console.log(`${page.padEnd(36)} ${kilobytes.toFixed(1)} KB`)
}
