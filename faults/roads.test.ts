import { expect, it } from 'vitest'
import { PATIENCE } from './rounds.ts'
import { testsOn } from './tests-on.ts'

it(
  'what triggers keep is whole after a move and after a restore, from SQLite and PostgreSQL into either',
  async () => {
    const ran = await testsOn('test:postgres', 'server/backup/move.long.test.ts')
    expect(ran).toEqual([0, expect.stringContaining('goes back into an empty PostgreSQL')])
  },
  PATIENCE,
)
