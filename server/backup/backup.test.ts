import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { diskFiles } from '../outside/files/disk.ts'
import { createFirstAdmin } from '../resources/account/first-admin.ts'
import { addAppImage } from '../resources/app-images/app-images.service.ts'
import { addYear } from '../resources/years/years.service.ts'
import { readSettings } from '../settings.ts'
import { aPicture } from '../testing/pictures.ts'
import { checkBackup } from './check-backup.ts'
import { listBackups, makeBackup } from './make-backup.ts'
import { readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { startBackups } from './schedule.ts'

let place: string
let db: Db
let actor: { _id: string }
const at = (...names: string[]) => join(place, ...names)
const from = () => ({
  database: at('data/back-office.db'),
  dataDir: at('data'),
  files: diskFiles(at('data/files')),
  version: '1.0.0',
})
const back = (keep = 7) => makeBackup(from(), at('backups'), keep)

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'backup-'))
  db = openDatabase(at('data/back-office.db'))
  await migrate(db)
  const settings = readSettings({ DATA_DIR: at('data'), ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret@12' })
  await createFirstAdmin(db, settings)
  actor = { _id: (await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()).id }
  await addYear(db, { name: '2027' }, actor)
  await addAppImage({ db, files: from().files }, { url: await aPicture(), seq_no: 1 }, actor)
  await writeFile(at('data/api-key'), 'the key')
})
afterEach(async () => {
  await db.destroy()
  await rm(place, { recursive: true, force: true })
})

describe('a backup', () => {
  it('holds database, files and key as they are while the server runs, and says what it holds', async () => {
    const made = await back()
    const { records, files, missing, version } = await readManifest(made)
    expect([version, records.years, records.app_images, files.length, missing]).toEqual(['1.0.0', 1, 1, 1, []])
    expect(await readFile(join(made, 'api-key'), 'utf8')).toBe('the key')
    await addYear(db, { name: '2028' }, actor)
    expect((await checkBackup(made)).records.years).toBe(1)
  })

  it('names the files that the storage has lost, and is made all the same', async () => {
    await rm(at('data/files'), { recursive: true })
    const { files, missing } = await readManifest(await back())
    expect([files, missing]).toEqual([[], [expect.stringMatching(/^sliders\//)]])
  })

  it('leaves nothing behind when it cannot be made', async () => {
    const gone = makeBackup({ ...from(), database: at('data/nothing.db') }, at('backups'), 7)
    await expect(gone).rejects.toThrow('unable to open')
    expect(await readdir(at('backups'))).toEqual([])
  })

  it('replaces the oldest when there are enough', async () => {
    const first = await back()
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const second = await back(1)
    expect(await listBackups(at('backups'))).toEqual([second])
    expect(second).not.toBe(first)
  })

  it('is found out when it is damaged', async () => {
    const made = await back()
    const [file] = (await readManifest(made)).files
    await writeFile(join(made, 'files', file?.name ?? ''), 'something else')
    await expect(checkBackup(made)).rejects.toThrow('is damaged')
    const other = await back().catch(() => made)
    await truncate(join(other, 'back-office.db'), 20_000)
    await expect(checkBackup(other)).rejects.toThrow(/damaged|malformed|not a database/)
  })
})

describe('a restore', () => {
  it('brings back what the backup holds, and keeps what was there', async () => {
    const made = await back()
    await addYear(db, { name: '2028' }, actor)
    await rm(at('data/files'), { recursive: true })
    await db.destroy()
    const kept = await restoreBackup(made, await checkBackup(made), at('data'), from().files)
    db = openDatabase(at('data/back-office.db'))
    expect((await db.selectFrom('years').select('name').execute()).map(({ name }) => name)).toEqual(['2027'])
    expect(await readdir(at('data/files/sliders'))).toHaveLength(1)
    const before = openDatabase(kept ?? '')
    expect(await before.selectFrom('years').select('name').execute()).toHaveLength(2)
    await before.destroy()
  })

  it('works into an empty place', async () => {
    const made = await back()
    const kept = await restoreBackup(made, await checkBackup(made), at('new'), diskFiles(at('new/files')))
    expect(kept).toBeUndefined()
    expect((await readdir(at('new'))).sort()).toEqual(['api-key', 'back-office.db', 'files'])
  })

  it('is refused while a server has the database open, and for what is no finished backup', async () => {
    const made = await back()
    const manifest = await readManifest(made)
    await expect(restoreBackup(made, manifest, at('data'), from().files)).rejects.toThrow('stop the server first')
    await expect(checkBackup(at('data'))).rejects.toThrow('there is no finished backup')
    expect(await db.selectFrom('years').select('name').execute()).toHaveLength(1)
  })
})

describe('scheduled backups', () => {
  const log = { info() {}, error() {} }

  it('are made at once where there is none, and not again before their time', async () => {
    let made = 0
    const make = () => {
      made++
      return back()
    }
    const schedule = () => startBackups({ folder: at('backups'), everyHours: 24, make }, log)
    const first = schedule()
    expect(await first.state()).toMatchObject({ last: null, overdue: false })
    await first.stop()
    const second = schedule()
    await second.stop()
    expect([made, (await second.state()).overdue]).toEqual([1, false])
  })

  it('that fail say so', async () => {
    const make = () => Promise.reject(new Error('disk full'))
    const backups = startBackups({ folder: at('backups'), everyHours: 24, make }, log)
    await backups.stop()
    expect(await backups.state()).toEqual({ last: null, problem: 'disk full', overdue: true })
  })
})
