import { expect, it } from 'vitest'
import { PATIENCE, PLAYS } from './rounds.ts'
import { databases, testsOn } from './tests-on.ts'

const TESTS = 'server/resources/account/take-over.test.ts'

it.each(databases)(
  'after "this was not me" a stranger holds nothing, whatever that one did, on %s',
  async (_database, script) => {
    const ran = await testsOn(script, TESTS, { TAKE_OVERS: String(PLAYS) })
    expect(ran).toEqual([0, expect.stringContaining('leaves a stranger nothing')])
  },
  PATIENCE,
)
