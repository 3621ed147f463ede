import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/db/engines/open.ts'
import { migrate } from '#server/db/migrate.ts'

function run(words: string[], settings: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  return spawnSync(process.execPath, ['scripts/move.ts', ...words], {
    env: { PATH, HOME, ...settings },
    encoding: 'utf8',
  })
}

it('refuses to move from a folder without a database, and makes none there', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  const { status, stderr } = run([], {
    DATA_DIR: dataDir,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`there is no database in ${dataDir}`)])
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})

it('has nothing to take back where nothing was moved away', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  const file = join(dataDir, 'back-office.db')
  const db = openDatabase(file)
  await migrate(db)
  await db.destroy()
  const { status, stdout, stderr } = run(['--back'], { DATA_DIR: dataDir })
  const line = `Not moved, and nothing was changed here: the data in ${file} has not been moved\n`
  expect([status, stdout, stderr]).toEqual([1, '', line])
  rmSync(dataDir, { recursive: true })
})
