import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readSettings } from '#server/settings/settings.ts'
import { createFirstAdmin } from '#server/start/first-admin.ts'
import { openConfiguredDatabase } from '#server/start/open-configured.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'admin-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

function run(...words: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir }
  return spawnSync(process.execPath, ['scripts/admin.ts', ...words], { env, encoding: 'utf8' })
}

it('works while a server has the database open, and refuses in words', async () => {
  const settings = readSettings({ DATA_DIR: dataDir, ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'a-password-1!' })
  const db = await openConfiguredDatabase(settings)
  await createFirstAdmin(db, settings)
  const added = run('add', 'grace@example.com')
  expect([added.status, added.stderr]).toEqual([0, ''])
  expect(added.stdout).toContain('http://localhost:3000/accept-invitation#')
  expect(await db.selectFrom('admins').select('email').where('status', '=', 'INVITED').execute()).toEqual([
    { email: 'grace@example.com' },
  ])
  const refused = run('deactivate', 'ada@example.com')
  const words = 'Nothing was changed: You cannot deactivate the last active administrator.\n'
  expect([refused.status, refused.stdout, refused.stderr]).toEqual([1, '', words])
  await db.destroy()
})

it('makes no database where there is none', () => {
  const { status, stderr } = run('list')
  expect([status, stderr]).toEqual([1, expect.stringContaining(`there is no database in ${dataDir}`)])
  expect(readdirSync(dataDir)).toEqual([])
})
