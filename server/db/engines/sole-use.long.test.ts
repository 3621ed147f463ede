import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { diskFiles } from '../../integrations/files/disk.ts'
import { DATABASE_FILE, openConfiguredDatabase } from '../../start/open-configured.ts'
import { hasMark, migrate, migrations, setMark } from '../migrate.ts'
import { openDatabase } from './open.ts'
import { holdDataFolder } from './sole-use.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sole-use-'))
})
afterEach(() => rm(dataDir, { recursive: true }))
const open = () => openConfiguredDatabase({ dataDir, databaseUrl: undefined })

it('is for one at a time, and free again when its process is killed', async () => {
  const module = join(import.meta.dirname, 'sole-use.ts')
  const program = `import(${JSON.stringify(module)}).then((m) => { m.holdDataFolder(process.argv[1]); console.log('held') })`
  const other = spawn(process.execPath, ['-e', `${program}; setInterval(() => {}, 1000)`, dataDir])
  await once(other.stdout, 'data')
  expect(() => holdDataFolder(dataDir)).toThrow(`another process is already using ${dataDir}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  holdDataFolder(dataDir)()
  holdDataFolder(dataDir)()
})

it('is what a migration needs, and a database that is up to date does not', async () => {
  const old = openDatabase(join(dataDir, DATABASE_FILE))
  await migrate(old, migrations.slice(0, 1))
  await expect(open()).rejects.toThrow('DATA_DIR: the database is in use: please stop the server first')
  await old.destroy()
  const server = await open()
  await (await open()).destroy()
  await server.destroy()
})

it('keeps everybody out of a database that was opened alone', async () => {
  await (await open()).destroy()
  const alone = openDatabase(join(dataDir, DATABASE_FILE), { alone: true })
  expect(await hasMark(alone, 'moved away')).toBe(false)
  await expect(open()).rejects.toThrow('the database is in use')
  await alone.destroy()
  await (await open()).destroy()
})

it('is refused where files of an installation are left but no database, whole or empty', async () => {
  await diskFiles(join(dataDir, 'files')).put('sliders/notes.txt', new Blob(['of somebody else']))
  await (await open()).destroy()
  await rm(join(dataDir, DATABASE_FILE))
  await diskFiles(join(dataDir, 'files')).put(
    'sliders/01999999-0000-7000-8000-000000000000.png',
    new Blob(['a picture']),
  )
  await expect(open()).rejects.toThrow('DATA_DIR: there are files but no database')
  await writeFile(join(dataDir, DATABASE_FILE), '')
  await expect(open()).rejects.toThrow('DATA_DIR: there are files but no database')
})

it('ends with a move: no server starts on what has moved away', async () => {
  const moved = await open()
  await setMark(moved, 'moved away', true)
  await moved.destroy()
  await expect(open()).rejects.toThrow('DATA_DIR: this data has moved to PostgreSQL: set DATABASE_URL')
})
