import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { newId } from '../clock.ts'
import { APPLICATION_NAME } from '../db/engines/open-postgres.ts'
import type { Log } from '../log.ts'
import { type Bus, type LiveEvent, localBus } from './bus.ts'

const CHANNEL = 'back_office'
/** The channel on which each server checks that it hears anything. */
const OWN_CHANNEL = 'back_office_self'
const LONGEST_PAUSE = 10_000
/** In milliseconds: how long the database may take to answer, and our own message to come back. */
const PATIENCE_MS = 4_000
const CHECK_EVERY_MS = 10_000
/** While nothing is heard, in milliseconds. */
const READ_AGAIN_EVERY_MS = 15_000

type Times = { checkEvery?: number; readAgainEvery?: number; patience?: number }

/**
 * The bus of several servers on one PostgreSQL database (LISTEN and NOTIFY), over its own connection. While that is
 * broken, events only reach this server's own listeners; it reconnects automatically, and then tells them that they may
 * have missed some. It sends itself a message every ten seconds; while that does not arrive, as behind a pooler that
 * shares connections by transaction, its listeners are told to read again every 15 seconds.
 */
export function postgresBus(url: string, log: Log<'warn'>, times: Times = {}): Bus {
  const { checkEvery = CHECK_EVERY_MS, readAgainEvery = READ_AGAIN_EVERY_MS, patience = PATIENCE_MS } = times
  const local = localBus()
  const self = newId()
  let client: pg.Client | undefined
  let isStopped = false
  let hears = false
  let heard: (() => void) | undefined

  const newClient = () =>
    new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      application_name: APPLICATION_NAME,
    })

  async function connect() {
    for (let attempt = 0; !isStopped; attempt++) {
      const fresh = newClient()
      // For as long as it exists: an error without a listener would end the process.
      fresh.on('error', (error) => lost(fresh, error))
      fresh.on('end', () => lost(fresh))
      try {
        await fresh.connect()
        fresh.on('notification', take)
        await fresh.query(`listen ${CHANNEL}`)
        await fresh.query(`listen ${OWN_CHANNEL}`)
        client = fresh
        // What happened while the connection was lost is not repeated.
        local.publish({ kind: 'missed' })
        void check()
        return
      } catch (error) {
        log.warn({ err: error }, 'cannot listen to other servers')
        fresh.end().catch(() => {})
        await setTimeout(Math.min(LONGEST_PAUSE, 250 * 2 ** attempt), undefined, { ref: false })
      }
    }
  }

  function take({ channel, payload = '' }: pg.Notification) {
    if (channel === CHANNEL) local.publish(JSON.parse(payload) as LiveEvent)
    else if (payload === self) heard?.()
  }

  function lost(gone: pg.Client, error?: Error) {
    if (client !== gone) return
    client = undefined
    hears = false
    if (error) log.warn({ err: error }, 'the connection to other servers was lost')
    // It may never answer.
    gone.end().catch(() => {})
    connecting = connect()
  }

  // On another connection, as other servers do: a pooler returns messages on the same one directly.
  async function speak() {
    const speaker = newClient()
    speaker.on('error', () => {})
    try {
      await speaker.connect()
      await speaker.query('select pg_notify($1, $2)', [OWN_CHANNEL, self])
    } finally {
      speaker.end().catch(() => {})
    }
  }

  async function check() {
    const used = client
    if (!used) return
    const answer = new Promise<void>((resolve) => (heard = resolve)).then(() => true)
    try {
      await speak()
      await used.query('select 1')
    } catch (error) {
      return lost(used, error as Error)
    }
    const isHeard = await Promise.race([answer, setTimeout(patience, false, { ref: false })])
    if (client !== used || isStopped) return
    // Its address may lead to a different database by now, as after a failover.
    if (!isHeard && hears) return lost(used, new Error('this server no longer hears its own messages'))
    if (!isHeard && wasHeard !== false) log.warn({}, DEAF)
    wasHeard = isHeard
    hears = isHeard
  }
  let wasHeard: boolean | undefined
  const checks = setInterval(() => void check(), checkEvery).unref()
  const readAgain = setInterval(() => {
    if (!hears) local.publish({ kind: 'missed' })
  }, readAgainEvery).unref()

  // One by one, as a connection takes one query at a time.
  async function send(event: LiveEvent) {
    const used = client
    if (!used) return local.publish(event)
    try {
      await used.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(event)])
      // A server that hears nothing does not hear itself either.
      if (!hears) local.publish(event)
    } catch (error) {
      local.publish(event)
      lost(used, error as Error)
    }
  }

  let sending = Promise.resolve()
  let connecting = connect()
  return {
    publish(event) {
      sending = sending.then(() => send(event))
    },
    subscribe: local.subscribe,
    hears: () => (wasHeard === undefined ? null : hears),
    async stop() {
      isStopped = true
      clearInterval(checks)
      clearInterval(readAgain)
      const last = client
      client = undefined
      last?.end().catch(() => {})
      await Promise.race([connecting, setTimeout(1000, undefined, { ref: false })])
      await local.stop()
    },
  }
}

const DEAF =
  'messages between servers do not arrive, so open lists are refreshed every 15 seconds: is there a pooler in between? Set DATABASE_DIRECT_URL to the address of PostgreSQL itself'
