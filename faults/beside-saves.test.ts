import { expect, it } from 'vitest'
import { FEW_ROUNDS, PATIENCE } from './rounds.ts'
import { databases, testsOn } from './tests-on.ts'

const TESTS = 'server/mcp/beside-saves.test.ts'

it.each(databases)(
  'what an assistant prepares beside people who save writes nothing, sends nothing and holds up nobody, on %s',
  async (_database, script) => {
    for (let round = 0; round < FEW_ROUNDS; round++)
      expect(await testsOn(script, TESTS)).toEqual([
        0,
        expect.stringContaining('writes nothing that is prepared beside people'),
      ])
  },
  PATIENCE,
)
