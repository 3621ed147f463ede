import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const NOWHERE = '/dev/null/x'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'unusable-'))
})
afterEach(() => rmSync(place, { recursive: true }))

function run(words: string[], settings: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: join(place, 'data'), ...settings }
  // A server that starts after all would never end.
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: 'utf8', timeout: 30_000 })
  return [status, stdout, stderr]
}

it('a folder in which no backups can be kept stops the start with one line that names the setting', () => {
  const line = `The settings cannot be used. BACKUP_DIR: cannot keep backups in ${NOWHERE} (ENOTDIR)\n`
  expect(run(['server/main.ts'], { BACKUP_DIR: NOWHERE })).toEqual([1, '', line])
})

it('a backup into such a folder says so in one line', () => {
  const line = `No backup was made: cannot keep backups in ${NOWHERE} (ENOTDIR)\n`
  expect(run(['scripts/backup.ts', NOWHERE])).toEqual([1, '', line])
})

it('a restore into a folder in which no data can be kept says so in one line', () => {
  const manifest = { version: '1.0.0', at: '2026-01-31T08:00:00.000Z', records: {}, files: [], missing: [] }
  writeFileSync(join(place, 'manifest.json'), JSON.stringify(manifest))
  const line = `Nothing was restored: cannot keep data in ${NOWHERE} (ENOTDIR)\n`
  expect(run(['scripts/restore.ts', place], { DATA_DIR: NOWHERE })).toEqual([1, '', line])
})
