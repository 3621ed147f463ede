import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertMany } from '../db/engines/insert-many.ts'
import { openDatabase } from '../db/engines/open.ts'
import { setMark } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { diskFiles } from '../integrations/files/disk.ts'
import { asPartOf } from '../records/open-change.ts'
import { appImageRecords } from '../resources/app-images/app-images.service.ts'
import { sendNotification } from '../resources/notifications/notifications.service.ts'
import { addUser } from '../resources/users/users.service.ts'
import { yearRecords } from '../resources/years/years.service.ts'
import { readSettings } from '../settings/settings.ts'
import { createFirstAdmin } from '../start/first-admin.ts'
import { writeTestDatabase } from '../testing/open-test-database.ts'
import { changeBy } from '../testing/people.ts'
import { aPicture } from '../testing/pictures.ts'
import { waitFor } from '../testing/wait-for.ts'
import { checkBackup } from './check-backup.ts'
import { makeBackupInProcess } from './configured-backup.ts'
import { listBackups, pruneBackups } from './finished-backups.ts'
import { installationId } from './installation.ts'
import { makeBackup } from './make-backup.ts'
import { readManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { startBackups } from './schedule.ts'

let place: string
let db: Db
let actor: { _id: string }
let installation: string
const at = (...names: string[]) => join(place, ...names)
const from = () => ({
  database: at('data/back-office.db'),
  dataDir: at('data'),
  files: diskFiles(at('data/files')),
  version: '1.0.0',
})
const back = (when?: Date) => makeBackup(from(), at('backups'), when)
/** Except the lock, which stays in place. */
const inFolder = async (...names: string[]) =>
  (await readdir(at(...names))).filter((name) => name !== 'server.lock').sort()
const keep = { days: 7, weeks: 4, months: 12 }

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'backup-'))
  await writeTestDatabase(at('data/back-office.db'))
  db = openDatabase(at('data/back-office.db'))
  const settings = readSettings({ DATA_DIR: at('data'), ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret@12' })
  await createFirstAdmin(db, settings)
  actor = { _id: (await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()).id }
  installation = await installationId(db)
  await yearRecords.add({ db }, { name: '2027' }, asPartOf(db, changeBy(actor)))
  await appImageRecords.add(
    { db, files: from().files },
    { url: await aPicture(), seq_no: 1 },
    asPartOf(db, changeBy(actor)),
  )
  await writeFile(at('data/api-key'), 'the key')
})
afterEach(async () => {
  await db.destroy()
  await rm(place, { recursive: true, force: true })
})

/** Makes a folder that was last changed this long ago. */
async function leave(path: string, hours: number) {
  const then = new Date(Date.now() - hours * 3_600_000)
  await mkdir(path, { recursive: true })
  await utimes(path, then, then)
}

/** Changes one bit of a file. */
async function flipBit(path: string, place: number) {
  const bytes = await readFile(path)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** Writes continuously, two years in each transaction, from another thread. */
const WRITER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(workerData, { timeout: 5000 })
  const insert = database.prepare(
    "insert into years (id, name, name_key, version, is_deleted, created_at, updated_at) values (?, ?, ?, 1, 0, '', '')",
  )
  let year = 10000
  setInterval(() => {
    database.exec('begin immediate')
    for (let each = 0; each < 2; each++) insert.run(String(++year), String(year), String(year))
    database.exec('commit')
    parentPort.postMessage(year)
  }, 2)
`

describe('a backup', () => {
  it('holds database, files and key as they are while the server runs, and says what it holds', async () => {
    const made = await back()
    const { records, files, missing, version } = await readManifest(made)
    expect([version, records.years, records.app_images, files.length, missing]).toEqual(['1.0.0', 1, 1, 1, []])
    expect(await readFile(join(made, 'api-key'), 'utf8')).toBe('the key')
    await yearRecords.add({ db }, { name: '2028' }, asPartOf(db, changeBy(actor)))
    expect((await checkBackup(made, at('check'))).records.years).toBe(1)
  })

  it('whose database or key was changed by one bit is refused', async () => {
    const made = await back()
    const { size } = await stat(join(made, 'back-office.db'))
    for (const place of [100, Math.floor(size / 2), size - 1]) {
      await flipBit(join(made, 'back-office.db'), place)
      await expect(checkBackup(made, at('check'))).rejects.toThrow('the copy of the database is damaged')
      await flipBit(join(made, 'back-office.db'), place)
    }
    await flipBit(join(made, 'api-key'), 2)
    await expect(checkBackup(made, at('check'))).rejects.toThrow('the application key is damaged')
    await rm(join(made, 'api-key'))
    await expect(checkBackup(made, at('check'))).rejects.toThrow('the application key is missing')
  })

  it('of an earlier release, without checksums, is refused for a password that nobody could be let in by', async () => {
    const made = await back()
    const { database: _database, key: _key, ...earlier } = await readManifest(made)
    await writeFile(join(made, 'manifest.json'), JSON.stringify({ ...earlier, format: 2 }))
    await checkBackup(made, at('check'))
    const copy = openDatabase(join(made, 'back-office.db'))
    await copy.updateTable('admins').set({ password_hash: '$argon2id$v=19$n=19456,t=2,p=1$abc$def' }).execute()
    await copy.destroy()
    await expect(checkBackup(made, at('check'))).rejects.toThrow('1 password hashes in the table admins are damaged')
  })

  it('of the same second as another one has a name of its own', async () => {
    const second = new Date('2026-11-21T12:00:00.500Z')
    const made = [await back(second), await back(second)]
    expect(made.map((path) => basename(path))).toEqual(['backup-2026-11-21T12-00-00', 'backup-2026-11-21T12-00-01'])
    expect((await listBackups({ folder: at('backups'), installation })).map(({ at }) => at)).toEqual([second, second])
  })

  it('is made after messages were sent, also where their recipients were filled in before', async () => {
    const users = ['One', 'Two'].map(() => newId())
    for (const [place, id] of users.entries()) {
      const user = { name: 'Owner', email: `${place}@example.com`, type: 'SIMPLE', social_id: null } as const
      const change = changeBy({ _id: id, kind: 'user' }, { kind: 'add', isFinal: true })
      await inTransaction(db, (db) => addUser(db, { ...user, password_hash: 'unknown' }, change))
    }
    const send = () =>
      sendNotification(
        db,
        { title: 'Winter', description: 'Drain the tanks.', user_ids: users } as never,
        { user_ids: users, allKnown: true },
        { newsSender: undefined, weeklyMessageLimit: 2 },
        changeBy(actor),
      )
    await send()
    const columns = ['notification_id', 'user_id', 'state', 'reason', 'attempts', 'updated_at', 'read_at'] as const
    const rows = await db.selectFrom('notification_recipients').select(columns).execute()
    await db.deleteFrom('notification_recipients').execute()
    await insertMany(db, 'notification_recipients', rows)
    await send()
    const { records } = await readManifest(await back())
    expect(records.notification_recipients).toBe(4)
  })

  it('names the files that the storage has lost and a record needs, and is made all the same', async () => {
    const read = vi.fn(from().files.read)
    await rm(at('data/files'), { recursive: true })
    const made = await makeBackup({ ...from(), files: { ...from().files, read } }, at('backups'))
    const { files, missing } = await readManifest(made)
    expect([files, missing]).toEqual([[], [expect.stringMatching(/^sliders\//)]])
    expect(read).toHaveBeenCalledTimes(3)
  })

  it('reads each file once, and does not miss what a change has replaced and thrown away', async () => {
    const [before] = await readdir(at('data/files/sliders'))
    const { id } = await db.selectFrom('app_images').select('id').executeTakeFirstOrThrow()
    const replaced = { url: await aPicture(), seq_no: 1, code: 3 }
    await appImageRecords.edit({ db, files: from().files }, { id, fields: replaced }, asPartOf(db, changeBy(actor)))
    await rm(at('data/files/sliders', before ?? ''))
    const read = vi.fn(from().files.read)
    const made = await makeBackup({ ...from(), files: { ...from().files, read } }, at('backups'))
    const { files, missing } = await readManifest(made)
    expect([files.length, missing]).toEqual([1, []])
    expect(read.mock.calls.filter(([name]) => name === files[0]?.name)).toHaveLength(1)
  })

  it('ends while the server writes without a pause, and holds one moment', async () => {
    // Large enough that no copy is done between two writes.
    await sql`insert into secrets (name, value) select 'filler ' || value, hex(zeroblob(500000))
      from (with recursive numbers(value) as (select 1 union all select value + 1 from numbers where value < 60)
      select value from numbers)`.execute(db)
    let writing = true
    let written = 0
    const writer = new Worker(WRITER, { eval: true, workerData: at('data/back-office.db') })
    writer.on('message', () => written++)
    await once(writer, 'message')
    const made = await back().finally(() => (writing = false))
    const during = written
    await writer.terminate()
    expect([writing, during > 1]).toEqual([false, true])
    // There was one year, and each transaction adds two.
    expect(((await checkBackup(made, at('check'))).records.years ?? 0) % 2).toBe(1)
  })

  it('is refused of a database that a newer version has changed, or that has moved away', async () => {
    const newer = { name: '9999-next', applied_at: '' }
    await db.insertInto('migrations').values(newer).execute()
    await expect(back()).rejects.toThrow('a newer version of this product has changed the database: 9999-next')
    await db.deleteFrom('migrations').where('name', '=', newer.name).execute()
    await setMark(db, 'moved away', true)
    await expect(back()).rejects.toThrow('this data has moved to PostgreSQL')
    expect(await readdir(at('backups'))).toEqual([])
  })

  it('leaves nothing behind when it cannot be made', async () => {
    const gone = makeBackup({ ...from(), database: at('data/nothing.db') }, at('backups'))
    await expect(gone).rejects.toThrow(`there is no database ${at('data/nothing.db')}`)
    expect(await readdir(at('backups'))).toEqual([])
  })

  it('says in words that a database is empty, or of a release that had fewer tables', async () => {
    await writeFile(at('data/empty.db'), '')
    const ofEmpty = makeBackup({ ...from(), database: at('data/empty.db') }, at('backups'))
    await expect(ofEmpty).rejects.toThrow('the database is empty: no server has started on it yet')
    await db.schema.dropTable('one_time_secrets').execute()
    await expect(back()).rejects.toThrow('the database is from an earlier release')
    expect(await readdir(at('backups'))).toEqual([])
  })

  it('is found out when it is damaged', async () => {
    const made = await back()
    const [file] = (await readManifest(made)).files
    await writeFile(join(made, 'files', file?.name ?? ''), 'something else')
    await expect(checkBackup(made, at('check'))).rejects.toThrow('is damaged')
    const other = await back().catch(() => made)
    await truncate(join(other, 'back-office.db'), 20_000)
    await expect(checkBackup(other, at('check'))).rejects.toThrow(/damaged|malformed|not a database/)
  })
})

describe('a restore', () => {
  it('brings back what the backup holds, and keeps what was there', async () => {
    const made = await back()
    await yearRecords.add({ db }, { name: '2028' }, asPartOf(db, changeBy(actor)))
    await rm(at('data/files'), { recursive: true })
    await db.destroy()
    const { kept } = await restoreBackup(made, await checkBackup(made, at('check')), at('data'), from().files)
    db = openDatabase(at('data/back-office.db'))
    expect((await db.selectFrom('years').select('name').execute()).map(({ name }) => name)).toEqual(['2027'])
    expect(await readdir(at('data/files/sliders'))).toHaveLength(1)
    const before = openDatabase(kept ?? '')
    expect(await before.selectFrom('years').select('name').execute()).toHaveLength(2)
    await before.destroy()
  })

  it.each([
    ['a file cannot be stored', { put: () => Promise.reject(new Error('the storage is full')) }, 'the storage is full'],
    ['the database cannot be copied', {}, 'EISDIR'],
  ])('leaves the installation as it was when %s', async (_when, broken, problem) => {
    const made = await back()
    await yearRecords.add({ db }, { name: '2028' }, asPartOf(db, changeBy(actor)))
    await db.destroy()
    const manifest = await checkBackup(made, at('check'))
    if (problem === 'EISDIR') await mkdir(at('data/back-office.db.part/in-the-way'), { recursive: true })
    const before = await inFolder('data')
    const restored = restoreBackup(made, manifest, at('data'), { ...from().files, ...broken })
    await expect(restored).rejects.toThrow(problem)
    expect(await inFolder('data')).toEqual(before)
    db = openDatabase(at('data/back-office.db'))
    expect(await db.selectFrom('years').select('name').execute()).toHaveLength(2)
  })

  it('leaves the installation as it was when the key cannot be replaced', async () => {
    const made = await back()
    await yearRecords.add({ db }, { name: '2028' }, asPartOf(db, changeBy(actor)))
    await db.destroy()
    await rm(at('data/api-key'))
    await mkdir(at('data/api-key'))
    const manifest = await checkBackup(made, at('check'))
    const before = await inFolder('data')
    await expect(restoreBackup(made, manifest, at('data'), from().files)).rejects.toThrow(/EPERM|EISDIR/)
    expect(await inFolder('data')).toEqual(before)
    db = openDatabase(at('data/back-office.db'))
    expect(await db.selectFrom('years').select('name').execute()).toHaveLength(2)
  })

  it.each(['a damaged database', 'no database'])('takes nothing over from %s and its logs', async (found) => {
    const made = await back()
    const manifest = await checkBackup(made, at('check'))
    await db.destroy()
    await rm(at('data/back-office.db'))
    if (found === 'a damaged database') await writeFile(at('data/back-office.db'), 'not a database, '.repeat(100))
    const logs = ['back-office.db-journal', 'back-office.db-shm', 'back-office.db-wal']
    for (const log of logs) await writeFile(at('data', log), 'left')
    const { kept } = await restoreBackup(made, manifest, at('data'), from().files)
    expect((await readdir(at('data'))).filter((name) => logs.includes(name))).toEqual([])
    if (kept) expect(await readFile(kept, 'utf8')).toMatch('not a database')
    expect(kept === undefined).toBe(found === 'no database')
    db = openDatabase(at('data/back-office.db'))
    expect(await db.selectFrom('years').select('name').execute()).toHaveLength(1)
  })

  it('makes an installation of its own elsewhere, and lets the one that it goes into be the same as before', async () => {
    const made = await back()
    const manifest = await checkBackup(made, at('check'))
    expect(manifest.installation).toBe(installation)
    const idAfter = async (folder: string) => {
      await restoreBackup(made, manifest, at(folder), diskFiles(at(folder, 'files')))
      const restored = openDatabase(at(folder, 'back-office.db'))
      return installationId(restored).finally(() => restored.destroy())
    }
    await db.destroy()
    expect(await idAfter('data')).toBe(installation)
    const elsewhere = await idAfter('new')
    expect(elsewhere).not.toBe(installation)
    expect(await idAfter('new')).toBe(elsewhere)
    db = openDatabase(at('data/back-office.db'))
  })

  it('works into an empty place', async () => {
    const made = await back()
    const { kept } = await restoreBackup(
      made,
      await checkBackup(made, at('check')),
      at('new'),
      diskFiles(at('new/files')),
    )
    expect(kept).toBeUndefined()
    expect(await inFolder('new')).toEqual(['api-key', 'back-office.db', 'files'])
  })

  it('is refused while a server has the database open, and for what is no finished backup', async () => {
    const made = await back()
    const manifest = await readManifest(made)
    await expect(restoreBackup(made, manifest, at('data'), from().files)).rejects.toThrow('stop the server first')
    await expect(checkBackup(at('data'), at('check'))).rejects.toThrow('there is no finished backup')
    expect(await db.selectFrom('years').select('name').execute()).toHaveLength(1)
  })
})

describe('scheduled backups', () => {
  const log = { info: vi.fn(), error: vi.fn() }
  beforeEach(() => void log.info.mockClear())

  it('are made at once where there is none, and not again before their time', async () => {
    let made = 0
    const make = () => {
      made++
      return back()
    }
    const schedule = () => startBackups({ folder: at('backups'), installation, keep, everyHours: 24, make }, log)
    const first = schedule()
    expect(await first.state()).toMatchObject({ last: null, overdue: false })
    await waitFor(() => expect(log.info).toHaveBeenCalledTimes(1))
    await first.stop()
    const second = schedule()
    await new Promise((soon) => setTimeout(soon, 50))
    expect((await second.state()).overdue).toBe(false)
    await second.stop()
    expect(made).toBe(1)
  })

  const startAndStop = async (log: { info: () => void; error: () => void }) => {
    const info = vi.fn()
    const backups = startBackups(
      { folder: at('backups'), installation, keep, everyHours: 24, make: () => back() },
      { ...log, info },
    )
    await waitFor(() => expect(info).toHaveBeenCalledTimes(1))
    await backups.stop()
  }

  it('clear what a kill left behind, and nothing of somebody else', async () => {
    const ours = 'backup-2026-01-01T00-00-00.part'
    await leave(at('backups', ours, 'check-aB3xyz'), 25)
    await leave(at('backups', ours), 25)
    const running = 'backup-2026-01-02T00-00-00.part'
    await leave(at('backups', running), 3)
    const others = [
      'somebody-else',
      'check-list',
      'backup-plans.part',
      'backup-2026-01-03T00-00-00.part',
      'backup-2024',
    ]
    await leave(at('backups', 'backup-2026-01-03T00-00-00.part', 'notes'), 25)
    for (const other of others) await leave(at('backups', other), 25)
    await writeFile(at('backups', 'backup-2024-01-01.sql.gz'), 'of the administrator of the database')
    await startAndStop(log)
    const left = (await readdir(at('backups'))).filter((name) => !/^backup-.*\d$/.test(name) || others.includes(name))
    expect(left.sort()).toEqual([running, ...others, 'backup-2024-01-01.sql.gz'].sort())
  })

  it('count neither what somebody else has put there nor what comes from the future', async () => {
    const future = await back(new Date(Date.now() + 30 * 86_400_000))
    await mkdir(at('backups', 'backup-9999-01-01T00-00-00'))
    expect(await listBackups({ folder: at('backups'), installation })).toEqual([])
    await startAndStop(log)
    const made = await listBackups({ folder: at('backups'), installation })
    expect(made).toHaveLength(1)
    const again = startBackups({ folder: at('backups'), installation, keep, everyHours: 24, make: () => back() }, log)
    expect(await again.state()).toMatchObject({ last: made[0]?.at.toISOString(), overdue: false, missing: 0 })
    await again.stop()
    expect(await readdir(at('backups'))).toContain(basename(future))
  })

  it('of another installation in the same folder, and those that name none, are neither counted nor removed', async () => {
    const keepNone = { days: 0, weeks: 0, months: 0 }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const own = await back(daysAgo(3))
    const [other, unnamed] = [await back(daysAgo(4)), await back(daysAgo(5))]
    for (const [made, id] of [
      [other, 'somebody-else'],
      [unnamed, undefined],
    ] as const)
      await writeFile(join(made, 'manifest.json'), JSON.stringify({ ...(await readManifest(made)), installation: id }))
    expect((await listBackups({ folder: at('backups'), installation })).map(({ path }) => path)).toEqual([own])
    await pruneBackups({ folder: at('backups'), installation }, keepNone)
    // The last one stays.
    expect(await inFolder('backups')).toEqual([own, other, unnamed].map((made) => basename(made)).sort())
  })

  it('that are damaged meanwhile never push out the last sound one', async () => {
    const keepOne = { days: 1, weeks: 0, months: 0 }
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const [newer, sound, older] = [await back(daysAgo(3)), await back(daysAgo(4)), await back(daysAgo(5))]
    await flipBit(join(newer, 'back-office.db'), 5000)
    expect(await pruneBackups({ folder: at('backups'), installation }, keepOne)).toEqual([newer])
    expect(await inFolder('backups')).toEqual([newer, sound].map((made) => basename(made)).sort())
    expect(await readdir(at('backups'))).not.toContain(basename(older))
    await flipBit(join(sound, 'back-office.db'), 5000)
    await pruneBackups({ folder: at('backups'), installation }, keepOne)
    expect(await inFolder('backups')).toHaveLength(2)
  })

  it('say which files are missing that records need', async () => {
    await rm(at('data/files'), { recursive: true })
    const error = vi.fn()
    await startAndStop({ info: vi.fn(), error })
    expect(error).toHaveBeenCalledWith(
      { missing: [expect.stringMatching(/^sliders\//)] },
      'files that records need are missing from the storage',
    )
    const again = startBackups({ folder: at('backups'), installation, keep, everyHours: 24, make: () => back() }, log)
    expect((await again.state()).missing).toBe(1)
    await again.stop()
  })

  it('are read once, however often somebody asks for their state', async () => {
    const made = await back()
    const schedule = { folder: at('backups'), installation, keep, everyHours: 24, make: () => back() }
    const backups = startBackups(schedule, log)
    const { last } = await backups.state()
    expect(last).not.toBeNull()
    await rm(join(made, 'manifest.json'))
    expect(await backups.state()).toMatchObject({ last, missing: 0 })
    await backups.stop()
  })

  it('are not begun while a newer release is at work on the database', async () => {
    const make = vi.fn(() => back())
    const backups = startBackups(
      { folder: at('backups'), installation, keep, everyHours: 24, make, mayRun: () => false },
      log,
    )
    await backups.stop()
    expect(make).not.toHaveBeenCalled()
  })

  it('that fail say so', async () => {
    const make = () => Promise.reject(new Error('disk full'))
    const backups = startBackups({ folder: at('backups'), installation, keep, everyHours: 24, make }, log)
    await waitFor(async () =>
      expect(await backups.state()).toMatchObject({ last: null, problem: 'disk full', overdue: true }),
    )
    await backups.stop()
  })

  /** A backup of a database that accepts the connection and never answers. */
  async function ofSilentDatabase() {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const databaseUrl = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`
    const settings = { dataDir: at('data'), databaseUrl, s3: undefined, version: '1.0.0' }
    return {
      make: (signal: AbortSignal) => makeBackupInProcess({ ...settings, folder: at('backups') }, signal),
      close: () => server.close(),
    }
  }

  it('that take too long are stopped, say so and leave nothing behind', async () => {
    const { make, close } = await ofSilentDatabase()
    const schedule = { folder: at('backups'), installation, keep, everyHours: 24, longestHours: 1 / 3600, make }
    const backups = startBackups(schedule, log)
    await waitFor(async () => expect((await backups.state()).problem).toContain('and was stopped'))
    expect(await readdir(at('backups')).catch(() => [])).toEqual([])
    await backups.stop()
    close()
  })

  it('are not waited for when the server stops, and leave nothing behind', async () => {
    const { make, close } = await ofSilentDatabase()
    const backups = startBackups({ folder: at('backups'), installation, keep, everyHours: 24, make }, log)
    await waitFor(async () => expect((await readdir(at('backups'))).join()).toMatch(/\.part$/))
    await backups.stop()
    expect(await readdir(at('backups'))).toEqual([])
    expect((await backups.state()).problem).toBeNull()
    close()
  })
})
