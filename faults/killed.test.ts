import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startServer, until } from '../e2e/server.ts'
import { random } from '../server/testing/seed.ts'
import { callerOf } from './call.ts'
import { History } from './history.ts'
import { PATIENCE, ROUNDS, report } from './rounds.ts'
import { counter, keyOf, prepare, readFolder, signIn, writeSideBySide } from './workload.ts'

it(
  `a server killed ${ROUNDS} times while it writes loses nothing it has acknowledged, and leaves no half cascade`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'killed-'))
    const settings = { DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' }
    let server = await startServer(settings)
    const history = new History()
    const token = await signIn(server.url, dataDir)
    const targets = await prepare(callerOf(server.url, keyOf(dataDir), token), history)
    const next = counter()

    for (let round = 1; round <= ROUNDS; round++) {
      const call = callerOf(server.url, keyOf(dataDir), token)
      // The first call without an answer ends the workload: the server is dead.
      const writing = writeSideBySide(call, history, targets, next, (known) => known)
      await setTimeout(30 + random() * 400)
      if (round === ROUNDS) await until(() => history.acknowledged() > ROUNDS)
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
      await writing

      server = await startServer(settings)
      const { found, unsound } = await readFolder(dataDir)
      expect([...history.problems(found), ...unsound]).toEqual([])
      history.settle(found)
    }
    await server.stop()
    rmSync(dataDir, { recursive: true })
    report('killed', history)
    expect(history.acknowledged()).toBeGreaterThan(ROUNDS)
  },
  PATIENCE,
)
