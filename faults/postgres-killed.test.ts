import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningServer, until } from '../e2e/server.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { callerOf } from './call.ts'
import { History } from './history.ts'
import { checkAndSettle, createDatabase, startOn, throughAnyOf } from './postgres.ts'
import { PATIENCE, ROUNDS, report } from './rounds.ts'
import { counter, keyOf, prepare, signIn, writeSideBySide } from './workload.ts'

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
beforeAll(async () => {
  postgres = await startPrivatePostgres({ durable: true })
})
afterAll(() => postgres.throwAway())

it(
  `one of two servers on PostgreSQL killed ${ROUNDS} times while both write: nothing is lost, and the other goes on`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
    const url = await createDatabase(postgres)
    const start = () => startOn(url, dataDir)
    const servers: [RunningServer, RunningServer] = [await start(), await start()]
    const history = new History()
    const [key, token] = [keyOf(dataDir), await signIn(servers[0].url, dataDir)]
    const targets = await prepare(callerOf(servers[1].url, key, token), history)
    const next = counter()

    for (let round = 1; round <= ROUNDS; round++) {
      const { call, unusual } = throughAnyOf(servers.map((server) => callerOf(server.url, key, token)))
      let goesOn = true
      const writing = writeSideBySide(call, history, targets, next, () => goesOn)
      await setTimeout(30 + random() * 400)
      if (round === ROUNDS) await until(() => history.acknowledged() > ROUNDS)
      const which = round % 2 ? 0 : 1
      servers[which].process.kill('SIGKILL')
      await once(servers[which].process, 'exit')
      const before = history.acknowledged()
      await setTimeout(300)
      goesOn = false
      await writing
      expect(history.acknowledged()).toBeGreaterThan(before)
      expect(unusual.filter(({ status }) => status !== 0)).toEqual([])
      await checkAndSettle(history, url, dataDir)
      servers[which] = await start()
    }
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(dataDir, { recursive: true })
    report('killed on PostgreSQL', history)
    expect(history.acknowledged()).toBeGreaterThan(ROUNDS)
  },
  PATIENCE,
)
