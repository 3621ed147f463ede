import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { beginRestore } from './restore-backup.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'abandoned-'))
})
afterEach(() => rm(place, { recursive: true }))

/** Leaves a folder with these files in it. */
async function leave(folder: string, ...files: string[]) {
  await mkdir(join(place, folder))
  for (const file of files) await writeFile(join(place, folder, file), '')
}

it('A restore clears what others have left that were killed, and nothing else', async () => {
  await leave('check-aB3xyz', 'back-office.db', 'back-office.db-wal')
  await leave('restore-aB3xyz')
  await writeFile(join(place, 'back-office.db.part'), '')
  await writeFile(join(place, 'api-key.part'), '')
  const others = ['back-office.db', 'check-list', 'notes.part', 'restore-me-later']
  for (const name of others) await leave(name)
  await leave('restore-photos', 'holiday.jpg')
  const release = await beginRestore(place)
  release()
  expect((await readdir(place)).sort()).toEqual([...others, 'restore-photos', 'restore.lock'].sort())
})

it('Of two restores into one folder the second is refused, and takes nothing away', async () => {
  const program = `
    const { beginRestore } = await import(${JSON.stringify(join(import.meta.dirname, 'restore-backup.ts'))})
    await beginRestore(${JSON.stringify(place)})
    console.log('begun')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  await leave('check-aB3xyz', 'back-office.db')
  await expect(beginRestore(place)).rejects.toThrow('another restore or check of a backup is already using')
  expect(await readdir(place)).toContain('check-aB3xyz')
  other.kill('SIGKILL')
  await once(other, 'exit')
  const release = await beginRestore(place)
  expect(await readdir(place)).not.toContain('check-aB3xyz')
  release()
})
