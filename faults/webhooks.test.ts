import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { webhooks } from '#contract/webhooks.ts'
import { startServer, until } from '../e2e/server.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { freePort } from '../server/testing/free-port.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { faketime } from './faketime.ts'
import { History } from './history.ts'
import { PATIENCE, report } from './rounds.ts'
import { counter, keyOf, prepare, signIn, writeSideBySide } from './workload.ts'

const types = ['years' as const, 'rv_types' as const, 'topics' as const, 'sub_topics' as const]
const KILLS = 3
/** So many writes before each kill, however slow the machine is. */
const ENOUGH = 25
const HOURS_DOWN = 24

type Received = { id: string; record_id: string; version: number; isSigned: boolean }

/** A receiver that takes everything once it is up. */
function receiverAt(port: number) {
  const got: Received[] = []
  let secret = ''
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const body = Buffer.concat(chunks as Buffer[]).toString()
    const { data } = JSON.parse(body) as { data: Received }
    const id = String(request.headers['webhook-id'])
    // The clock of the server is ahead of ours.
    const at = new Date(Number(request.headers['webhook-timestamp']) * 1000)
    const isSigned = new Webhook(secret).sign(id, at, body) === request.headers['webhook-signature']
    got.push({ id, record_id: data.record_id, version: data.version, isSigned })
    response.writeHead(204).end()
  })
  return {
    got,
    up: (shared: string) => {
      secret = shared
      server.listen(port, '127.0.0.1')
      return once(server, 'listening')
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

it(
  `a receiver of webhooks that was down for ${HOURS_DOWN} hours, while the server was killed ${KILLS} times, gets all there was, in order`,
  async () => {
    const place = mkdtempSync(join(tmpdir(), 'webhooks-'))
    const dataDir = join(place, 'data')
    const setClock = (minutes: number) => writeFileSync(join(place, 'clock'), `+${minutes}m`)
    let minutes = 0
    setClock(minutes)
    const settings = {
      DATA_DIR: dataDir,
      DEMO_DATA: 'false',
      LOG_LEVEL: 'silent',
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      SESSION_IDLE_HOURS: '240',
      ...faketime(join(place, 'clock')),
    }
    let server = await startServer(settings)
    const port = await freePort()
    const receiver = receiverAt(port)
    const token = await signIn(server.url, dataDir)
    const caller = () => callerOf(server.url, keyOf(dataDir), token)
    const fields = {
      url: `http://127.0.0.1:${port}/hooks`,
      record_types: [...types],
      events: ['record.changed' as const],
    }
    const { secret } = answered(await caller()(webhooks.add, fields))
    const history = new History()
    const targets = await prepare(caller(), history)
    const next = counter()
    const read = <Row>(text: string) => {
      const database = new SqliteFile(join(dataDir, 'back-office.db'), { readonly: true })
      try {
        return database.prepare(text).all() as Row[]
      } finally {
        database.close()
      }
    }
    const waiting = () =>
      read<{ count: number }>(`select count(*) as count from webhook_deliveries where state <> 'delivered'`)[0]?.count
    async function killAndStart() {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      server = await startServer(settings)
    }

    for (let kill = 1; kill < KILLS; kill++) {
      const before = history.acknowledged()
      const writing = writeSideBySide(caller(), history, targets, next, (known) => known)
      await until(() => history.acknowledged() > before + ENOUGH)
      await setTimeout(random() * 700)
      await killAndStart()
      await writing
      for (let step = 0; step < 24; step++) {
        minutes += (HOURS_DOWN * 60) / (KILLS - 1) / 24
        setClock(minutes)
        await setTimeout(100)
      }
    }
    expect(receiver.got).toEqual([])
    const [fares] = read<{ failures: number }>('select failures from webhook_states')
    expect(fares?.failures).toBeGreaterThan(2)

    await receiver.up(secret)
    minutes += 20
    setClock(minutes)
    await until(() => receiver.got.length > 20)
    await killAndStart()
    await until(() => {
      minutes += 1
      setClock(minutes)
      return waiting() === 0
    }, 120_000)
    await server.stop()
    await receiver.stop()

    const written = read<{ record_id: string; version: number }>(
      `select record_id, version from activity where table_name in (${types.map((type) => `'${type}'`).join()})`,
    )
    const nameOf = ({ record_id, version }: { record_id: string; version: number }) => `${record_id} ${version}`
    expect(written.length).toBeGreaterThan(50)
    const firsts = [...new Map(receiver.got.map((one) => [one.id, one])).values()]
    expect(firsts.map(nameOf).toSorted()).toEqual(written.map(nameOf).toSorted())
    expect(receiver.got.filter(({ isSigned }) => !isSigned)).toEqual([])
    for (const events of Map.groupBy(firsts, ({ record_id }) => record_id).values()) {
      const versions = events.map(({ version }) => version)
      expect(versions).toEqual(versions.toSorted((one, other) => one - other))
    }
    rmSync(place, { recursive: true })
    report('webhooks', history)
  },
  PATIENCE,
)
