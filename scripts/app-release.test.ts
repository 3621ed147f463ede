import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { releasedForApps } from '../server/http/app-released.ts'
import { releasedEdits } from '../server/testing/released-edits.ts'

const root = join(import.meta.dirname, '..')
const example = join(root, 'e2e/app')

it('the description for apps and the fields of edits that are kept are those of this version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect([releasedForApps().info.version, releasedEdits().at(-1)?.version]).toEqual([version, version])
})

it('the client of the example app is what its generator makes of the description of the last release', () => {
  const folder = mkdtempSync(join(tmpdir(), 'example-'))
  copyFileSync(join(example, 'call.ts'), join(folder, 'call.ts'))
  const config = readFileSync(join(example, 'orval.config.ts'), 'utf8')
  writeFileSync(join(folder, 'orval.config.ts'), config.replace('../../server', join(root, 'server')))
  const orval = [join(root, 'node_modules/orval/dist/bin/orval.mjs'), '--config', 'orval.config.ts']
  expect(spawnSync(process.execPath, orval, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 })
  expect(readFileSync(join(folder, 'client.ts'), 'utf8')).toBe(readFileSync(join(example, 'client.ts'), 'utf8'))
  rmSync(folder, { recursive: true })
})
