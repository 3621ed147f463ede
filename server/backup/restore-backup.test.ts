import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeKilledRestores } from './restore-backup.ts'

it('A restore clears what others left that were killed a day ago, and nothing else', async () => {
  const place = await mkdtemp(join(tmpdir(), 'abandoned-'))
  async function leave(name: string, hours: number) {
    const then = new Date(Date.now() - hours * 3_600_000)
    await mkdir(join(place, name))
    await utimes(join(place, name), then, then)
  }
  for (const name of ['check-aB3xyz', 'restore-aB3xyz', 'back-office.db.part', 'api-key.part']) await leave(name, 25)
  const others = ['back-office.db', 'check-list', 'notes.part', 'restore-me-later']
  for (const name of others) await leave(name, 25)
  await leave('check-going1', 3)
  await removeKilledRestores(place)
  expect((await readdir(place)).sort()).toEqual([...others, 'check-going1'].sort())
  await rm(place, { recursive: true })
})
