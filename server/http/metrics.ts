import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Heartbeat } from '../live/heartbeat.ts'
import type { Watch } from '../watch/watch.ts'
import type { App } from './app-type.ts'
import { factGauges } from './fact-gauges.ts'

/** How long the database may take; Prometheus gives up after ten seconds. */
const PATIENCE_MS = 3000

type Measured = {
  watch: Watch
  publishedReads?: (() => Record<string, number>) | undefined
  heartbeat?: Pick<Heartbeat, 'servers' | 'offset' | 'hears'>
}

/**
 * Measures every call by route and status, and the process itself, and serves the numbers for Prometheus on a separate
 * port, which must not be public, with each condition an operator should know. Call it before the app listens.
 */
export function startMetrics(
  app: App,
  { host, port }: { host: string; port: number },
  { watch, publishedReads, heartbeat }: Measured,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long calls took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const measureFacts = factGauges(register)
  if (heartbeat) measureServers(register, heartbeat)
  if (publishedReads) measureReplica(register, publishedReads)
  const byKey = new Counter({
    name: 'calls_by_application_key_total',
    help: 'How many calls were made with which application key.',
    labelNames: ['key'],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (request.appKey) byKey.inc({ key: request.appKey })
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  async function look() {
    const looked = await Promise.race([watch.look(), setTimeout(PATIENCE_MS)])
    if (!looked) throw new Error('The database does not answer')
    return looked
  }
  const server = createServer(async (_request, response) => {
    try {
      measureFacts(
        await look().catch((error: unknown) => {
          app.log.error({ err: error }, 'the conditions could not be read')
          return undefined
        }),
      )
      const text = await register.metrics()
      response.writeHead(200, { 'content-type': register.contentType }).end(text)
    } catch (error) {
      app.log.error({ err: error }, 'the metrics could not be read')
      response.writeHead(500).end()
    }
  })
  return {
    listen: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve)
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

/** The findings of the last heartbeat, so that nobody waits for the database. */
function measureServers(
  register: Registry,
  { servers, offset, hears }: Pick<Heartbeat, 'servers' | 'offset' | 'hears'>,
) {
  const gauge = (name: string, help: string, read: () => number) => {
    const one: Gauge = new Gauge({ name, help, registers: [register], collect: () => one.set(read()) })
  }
  gauge('servers_alive', 'How many servers use the database.', servers)
  gauge(
    'clock_offset_seconds',
    'How far the clock of this machine is ahead of that of the database; 0 where it has none.',
    () => (offset() ?? 0) / 1000,
  )
  gauge('live_events_heard', '1 while this server receives the messages of the others, or there are none.', () =>
    hears() === false ? 0 : 1,
  )
}

function measureReplica(register: Registry, reads: () => Record<string, number>) {
  const one: Counter = new Counter({
    name: 'published_reads_total',
    help: 'How many reads of published content the replica answered, was too far behind for, or failed to answer.',
    labelNames: ['outcome'],
    registers: [register],
    collect: () => {
      one.reset()
      for (const [outcome, count] of Object.entries(reads())) one.inc({ outcome }, count)
    },
  })
}
