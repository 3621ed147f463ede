import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Heartbeat } from '../live/heartbeat.ts'
import type { App } from './serve.ts'

/** How long the database may take; Prometheus gives up after ten seconds. */
const PATIENCE_MS = 3000

/**
 * Measures every call by route and status, and the process itself, and serves the numbers for Prometheus on a port of
 * their own, which must not be public. `waitingJobs` resolves to the number of waiting jobs, `sweepStopped` says
 * whether the last file sweep found too much to take. Call it before the app listens.
 */
export function startMetrics(
  app: App,
  { host, port }: { host: string; port: number },
  {
    waitingJobs,
    sweepStopped,
    missingFiles,
    forwardedIgnored = () => false,
    publishedReads,
    heartbeat,
  }: {
    waitingJobs: () => Promise<number>
    sweepStopped: () => boolean
    missingFiles: () => Promise<number>
    forwardedIgnored?: () => boolean
    publishedReads?: (() => Record<string, number>) | undefined
    heartbeat?: Pick<Heartbeat, 'servers' | 'offset' | 'hears'>
  },
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
  const jobs = new Gauge({
    name: 'jobs_waiting',
    help: 'How many jobs are in the queue.',
    registers: [register],
  })
  // It says nothing until it is known.
  jobs.remove()
  const databaseUp = new Gauge({
    name: 'database_up',
    help: '1 while the database answers. Without it jobs_waiting is the last known number.',
    registers: [register],
  })
  const sweep: Gauge = new Gauge({
    name: 'files_sweep_stopped',
    help: '1 when the last sweep of files that no row names found more than a tenth of all files and took nothing.',
    registers: [register],
    collect: () => sweep.set(sweepStopped() ? 1 : 0),
  })
  const missing: Gauge = new Gauge({
    name: 'files_missing',
    help: 'How many files the storage does not have that records need, as the last sweep or the newest backup found.',
    registers: [register],
    collect: () =>
      missingFiles().then(
        (files) => missing.set(files),
        () => missing.remove(),
      ),
  })
  const forwarded: Gauge = new Gauge({
    name: 'forwarded_headers_ignored',
    help: '1 when a proxy forwards calls although TRUST_PROXY is 0: all its callers count as one address.',
    registers: [register],
    collect: () => forwarded.set(forwardedIgnored() ? 1 : 0),
  })
  if (heartbeat) measureServers(register, heartbeat)
  if (publishedReads) measureReplica(register, publishedReads)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  async function askDatabase() {
    const answer = await Promise.race([waitingJobs(), setTimeout(PATIENCE_MS)])
    if (answer === undefined) throw new Error('The database does not answer')
    jobs.set(answer)
  }
  const server = createServer(async (_request, response) => {
    try {
      await askDatabase().then(
        () => databaseUp.set(1),
        (error) => {
          databaseUp.set(0)
          app.log.error({ err: error }, 'the jobs could not be counted')
        },
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

/** What the last heartbeat found, so that nobody waits for the database. */
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
  gauge('live_events_heard', '1 while this server hears what servers tell each other, or there are no others.', () =>
    hears() === false ? 0 : 1,
  )
}

function measureReplica(register: Registry, reads: () => Record<string, number>) {
  const one: Counter = new Counter({
    name: 'published_reads_total',
    help: 'How many reads of published content the replica answered, was behind for, or failed to answer.',
    labelNames: ['outcome'],
    registers: [register],
    collect: () => {
      one.reset()
      for (const [outcome, count] of Object.entries(reads())) one.inc({ outcome }, count)
    },
  })
}
