import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('refuses to move from a folder without a database, and makes none there', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'move-'))
  const { PATH = '', HOME = '' } = process.env
  const { status, stderr } = spawnSync(process.execPath, ['scripts/move.ts'], {
    env: { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`there is no database in ${dataDir}`)])
  expect(readdirSync(dataDir)).toEqual([])
  rmSync(dataDir, { recursive: true })
})
