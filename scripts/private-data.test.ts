import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const DAMAGED = 'file is not a database'

it.each([
  ['seed', {}, [], DAMAGED],
  ['move', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }, [], DAMAGED],
  ['restore', {}, ['/nothing'], 'there is no finished backup'],
])('npm run %s closes the data folder to other users, as a start does', (script, settings, words, problem) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'private-'))
  const database = join(dataDir, 'back-office.db')
  chmodSync(dataDir, 0o755)
  // Damaged, so that the run ends at once.
  writeFileSync(database, 'not a database, '.repeat(100), { mode: 0o644 })
  const { PATH = '', HOME = '' } = process.env
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...words], {
    env: { PATH, HOME, DATA_DIR: dataDir, ...settings },
    encoding: 'utf8',
  })
  const modes = [dataDir, database].map((path) => (statSync(path).mode & 0o777).toString(8))
  expect([status, stderr, ...modes]).toEqual([1, expect.stringContaining(problem), '700', '600'])
  rmSync(dataDir, { recursive: true })
})
