import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RESTORED } from '../auth/own-secrets.ts'
import { copiedTables, readContent } from '../db/copy-tables.ts'
import { insertMany } from '../db/engines/insert-many.ts'
import { openDatabase } from '../db/engines/open.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import { hasMark, migrate, refuseUnusable, setMark } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { diskFiles } from '../integrations/files/disk.ts'
import { asPartOf } from '../records/open-change.ts'
import { appImageRecords } from '../resources/app-images/app-images.service.ts'
import { userRecords } from '../resources/users/users.service.ts'
import { yearRecords } from '../resources/years/years.service.ts'
import { readSettings } from '../settings/settings.ts'
import { createFirstAdmin } from '../start/first-admin.ts'
import { derivedOf, withoutNote } from '../testing/derived.ts'
import { createTestDatabase, TEST_SERVER } from '../testing/open-test-database.ts'
import { changeBy } from '../testing/people.ts'
import { aPicture } from '../testing/pictures.ts'
import { HalfDone } from './half-done.ts'
import { findInstallation, forgetInstallation, installationId } from './installation.ts'
import { makeBackup } from './make-backup.ts'
import { readManifest } from './manifest.ts'
import { moveInstallation } from './move.ts'
import { restoreBackup, restoreToPostgres } from './restore-backup.ts'

it('knows every table that holds something of its own', async () => {
  const db = openDatabase(':memory:')
  await migrate(db)
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  await db.destroy()
  const own = tables.filter(
    (name) =>
      !/_search|_words|^record_counts$|^server_notes$|^daily_counts$|^migrations$|^servers$|^synced$|^sqlite_/.test(
        name,
      ),
  )
  expect(copiedTables.map(({ table }) => table).toSorted()).toEqual(own.toSorted())
})

describe.runIf(TEST_SERVER)('an embedded installation that moves to PostgreSQL', () => {
  let place: string
  let from: Db
  let to: Db
  let url: string
  const USERS = 4100
  const filesIn = (name: string) => diskFiles(join(place, name))
  const move = (say: (line: string) => void = () => {}) =>
    moveInstallation({ db: from, files: filesIn('old') }, { db: to, files: filesIn('new') }, say)
  const contentOf = async (db: Db) => {
    const all: [string, unknown][] = []
    for (const place of copiedTables) all.push([place.table, await readContent(db, place)])
    return Object.fromEntries(all)
  }

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'move-'))
    from = openDatabase(join(place, 'back-office.db'))
    await migrate(from)
    url = await createTestDatabase(TEST_SERVER ?? '')
    to = openPostgres(url, 4)
    const settings = readSettings({ DATA_DIR: place, ADMIN_EMAIL: 'ada@example.com', ADMIN_PASSWORD: 'secret@12' })
    await createFirstAdmin(from, settings)
    const actor = { _id: (await from.selectFrom('admins').select('id').executeTakeFirstOrThrow()).id }
    await yearRecords.add({ db: from }, { name: '2027' }, asPartOf(from, changeBy(actor)))
    await appImageRecords.add(
      { db: from, files: filesIn('old') },
      { url: await aPicture(), seq_no: 1 },
      asPartOf(from, changeBy(actor)),
    )
    await insertMany(from, 'users', Array.from({ length: USERS }, aUser))
    await writeFile(join(place, 'api-key'), 'the key')
  })
  afterEach(async () => {
    await from.destroy()
    await to.destroy()
    await rm(place, { recursive: true })
  })

  it('arrives with every row, value and file, counted and found as before, and goes on numbering', async () => {
    const lines: string[] = []
    await move((line) => lines.push(line))
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(lines.join()).toContain(`users: ${USERS} rows`)
    const [{ url_file }] = (await to.selectFrom('app_images').select('url_file').execute()) as [{ url_file: string }]
    expect(await filesIn('new').read(url_file)).toEqual(await filesIn('old').read(url_file))
    expect((await userRecords.page(to, { page: 1, filters: { name: { value: 'owner 40' } } })).total).toBe(111)
    const admin = await to.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    await yearRecords.add({ db: to }, { name: '2028' }, asPartOf(to, changeBy({ _id: admin.id })))
    expect(await to.selectFrom('years').select('name').orderBy('seq').execute()).toEqual([
      { name: '2027' },
      { name: '2028' },
    ])
  })

  it('arrives as it was where a recall is open, of whose vehicles triggers take note', async () => {
    await insertMany(from, 'campaigns', [anOpenCampaign])
    await insertMany(from, 'campaign_units', [aVehicle])
    await move()
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(await to.selectFrom('jobs').select('id').where('kind', '=', 'vehicle-moved').execute()).toEqual([])
  })

  it('goes on after it was broken off, and until then no server would start on it', async () => {
    const breakOff = (line: string) => {
      if (line.startsWith('menu_items')) throw new Error('broken off')
    }
    await expect(move(breakOff)).rejects.toThrow('broken off')
    expect(await hasMark(to, 'being filled')).toBe(true)
    await move()
    expect(await hasMark(to, 'being filled')).toBe(false)
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  it('takes over what changed here between two tries', async () => {
    await expect(move((line) => expect(line).not.toContain('users'))).rejects.toThrow('users')
    await from.updateTable('years').set({ name: '1999' }).execute()
    await move()
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  it('leaves a database alone that already holds records, and moves what was moved to no other one', async () => {
    await move()
    await expect(move()).rejects.toThrow('already holds records')
    const second = { db: openPostgres(await createTestDatabase(TEST_SERVER ?? ''), 2), files: filesIn('second') }
    const again = moveInstallation({ db: from, files: filesIn('old') }, second, () => {})
    await expect(again).rejects.toThrow('this data has already been moved')
    await second.db.destroy()
  })

  it('that was killed between its last two steps is finished by the next try', async () => {
    await move()
    await setMark(to, 'being filled', true)
    await move()
    expect([await hasMark(from, 'moved away'), await hasMark(to, 'being filled')]).toEqual([true, false])
  })

  it('is not what a restore says that was killed: it names itself, and goes on', async () => {
    const source = { database: join(place, 'back-office.db'), dataDir: place, files: filesIn('old'), version: '1.0.0' }
    const backup = await makeBackup(source, join(place, 'backups'))
    const target = { dataDir: place, files: filesIn('new') }
    const breakOff = (line: string) => {
      if (line.startsWith('years')) throw new Error('broken off')
    }
    const broken = restoreToPostgres(backup, url, target, breakOff)
    await expect(broken).rejects.toThrow(HalfDone)
    await expect(broken).rejects.toThrow('broken off. What has arrived is kept')
    await expect(refuseUnusable(to)).rejects.toThrow('run npm run restore again')
    expect((await readdir(place)).filter((name) => name.startsWith('restore-'))).toEqual([])
    await restoreToPostgres(backup, url, target, () => {})
    await refuseUnusable(to)
  })

  it('is backed up into the same kind of backup as before, which goes back into an empty PostgreSQL', async () => {
    const id = await installationId(from)
    await move()
    expect(await findInstallation(to)).toBe(id)
    const source = { database: url, dataDir: place, files: filesIn('new'), version: '1.0.0' }
    const backup = await makeBackup(source, join(place, 'backups'))
    const second = await createTestDatabase(TEST_SERVER ?? '')
    await restoreToPostgres(backup, second, { dataDir: join(place, 'restored'), files: filesIn('restored') }, () => {})
    expect((await readManifest(backup)).installation).toBe(id)
    const restored = openPostgres(second, 2)
    // A copy elsewhere is a separate installation.
    await forgetInstallation(from)
    await restored.deleteFrom('secrets').where('name', '=', RESTORED).execute()
    expect(await contentOf(restored)).toEqual(await contentOf(from))
    expect([await withoutNote(to), await withoutNote(restored)]).toEqual([[], []])
    const derived = await derivedOf(from)
    expect([await derivedOf(to), await derivedOf(restored)]).toEqual([derived, derived])
    await restored.destroy()
    const there = join(place, 'on-sqlite')
    await restoreBackup(backup, await readManifest(backup), there, filesIn('on-sqlite'))
    const onSqlite = openDatabase(join(there, 'back-office.db'))
    expect([await withoutNote(onSqlite), await derivedOf(onSqlite)]).toEqual([[], derived])
    await onSqlite.destroy()
  })
})

it.runIf(TEST_SERVER)('A PostgreSQL on which no server has started is not backed up, and says so', async () => {
  const place = await mkdtemp(join(tmpdir(), 'empty-'))
  const database = await createTestDatabase(TEST_SERVER ?? '')
  const db = openPostgres(database, 1)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
  const source = { database, dataDir: place, files: diskFiles(join(place, 'files')), version: '1.0.0' }
  const made = makeBackup(source, join(place, 'backups'))
  await expect(made).rejects.toThrow('the database is empty: no server has started on it yet')
  await rm(place, { recursive: true })
})

function aUser(_: unknown, place: number) {
  const at = '2026-01-01T00:00:00.000Z'
  const name = `Owner ${place} Ümläut "x"`
  const email = `owner-${place}@example.com`
  const shared = { version: 1, is_deleted: place % 50 ? 0 : 1, created_at: at, updated_at: at }
  const account = { type: 'SIMPLE', status: place % 2, social_id: null, password_hash: null, must_change_password: 0 }
  const id = `user-${String(place).padStart(6, '0')}`
  return { ...shared, ...account, id, name, name_key: name.toLowerCase(), email, email_key: email }
}

const AT = '2026-01-01T00:00:00.000Z'
const active = { version: 1, is_deleted: 0, created_at: AT, updated_at: AT }
const titled = { number: '26V-1', number_key: '26v-1', title: 'Step', title_key: 'step', title_fr: '' }
const texts = { defect: '', risk: '', remedy: '', defect_fr: '', risk_fr: '', remedy_fr: '', phone: '' }
const kindOfRecall = { type: 'recall', regulators: 'nhtsa', regulator_number: '', advice: 'none' }
const anOpenCampaign = {
  ...active,
  ...titled,
  ...texts,
  ...kindOfRecall,
  id: 'campaign',
  decided_on: '2026-01-01',
  opened_at: AT,
  round: 1,
}
const aVehicle = {
  ...active,
  id: 'unit',
  campaign_id: 'campaign',
  vin: '1FDXE4FS0HDC12345',
  status: 'open',
  note: '',
  owner_name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: '',
}
