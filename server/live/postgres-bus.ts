import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { type Bus, type LiveEvent, localBus } from './bus.ts'

const CHANNEL = 'back_office'
const LONGEST_PAUSE = 10_000
/** How long the database may take for a word, in milliseconds. */
const PATIENCE_MS = 4_000

type Log = { warn: (details: object, message: string) => void }

/**
 * The bus of several servers on one PostgreSQL database (LISTEN and NOTIFY), over a connection of its own. While that
 * is broken, events reach this server's own listeners only; it connects again by itself.
 */
export function postgresBus(url: string, log: Log): Bus {
  const local = localBus()
  let client: pg.Client | undefined
  let isStopped = false

  async function connect() {
    for (let attempt = 0; !isStopped; attempt++) {
      const fresh = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: PATIENCE_MS,
        query_timeout: PATIENCE_MS,
        application_name: 'rv-owner-back-office',
      })
      // For as long as it exists: an error that nobody listens to would end the process.
      fresh.on('error', (error) => lost(fresh, error))
      fresh.on('end', () => lost(fresh))
      try {
        await fresh.connect()
        fresh.on('notification', ({ payload = '' }) => local.publish(JSON.parse(payload) as LiveEvent))
        await fresh.query(`listen ${CHANNEL}`)
        client = fresh
        return
      } catch (error) {
        log.warn({ err: error }, 'other servers cannot be listened to')
        fresh.end().catch(() => {})
        await setTimeout(Math.min(LONGEST_PAUSE, 250 * 2 ** attempt), undefined, { ref: false })
      }
    }
  }

  function lost(gone: pg.Client, error?: Error) {
    if (client !== gone) return
    client = undefined
    if (error) log.warn({ err: error }, 'the connection to other servers was lost')
    connecting = connect()
  }

  // One after the other, as a connection takes one query at a time.
  async function send(event: LiveEvent) {
    const used = client
    if (!used) return local.publish(event)
    try {
      await used.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(event)])
    } catch (error) {
      local.publish(event)
      lost(used, error as Error)
      // It may never answer.
      used.end().catch(() => {})
    }
  }

  let sending = Promise.resolve()
  let connecting = connect()
  return {
    publish(event) {
      sending = sending.then(() => send(event))
    },
    subscribe: local.subscribe,
    async stop() {
      isStopped = true
      const last = client
      client = undefined
      last?.end().catch(() => {})
      await Promise.race([connecting, setTimeout(1000, undefined, { ref: false })])
      await local.stop()
    },
  }
}
