import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { manuals } from '#contract/manuals.ts'
import { system } from '#contract/system.ts'
import { years } from '#contract/years.ts'
import { ADMIN, type RunningServer, startServer } from '../e2e/server.ts'
import { forgetInstallation } from '../server/backup/installation.ts'
import { readManifest } from '../server/backup/manifest.ts'
import { VOIDED } from '../server/backup/void-secrets.ts'
import { chunksOf, copiedTables } from '../server/db/copy-tables.ts'
import { fillTable } from '../server/db/engines/insert-many.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import { migrate, migrations } from '../server/db/migrate.ts'
import type { Db, Tables } from '../server/db/schema.ts'
import { freePort } from '../server/testing/free-port.ts'
import { layOutImage } from '../server/testing/image-layout.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { answered, callerOf } from './call.ts'
import { contentOf } from './content-of.ts'
import { useEverything } from './every-feature.ts'
import { useNewerFeatures } from './newer-features.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { createDatabase } from './postgres.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

vi.setConfig({ testTimeout: PATIENCE, hookTimeout: PATIENCE })

let place: string
let app: string
let image: Record<string, string>
const at = (...names: string[]) => join(place, ...names)
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'day-'))
  app = at('app')
  image = layOutImage(app)
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** Starts the server in the layout of the image. There is no mail server, so mails wait. */
const start = async (env: Record<string, string>) =>
  startServer(
    { ...image, DATA_DIR: at('data'), SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, LOG_LEVEL: 'warn', ...env },
    ['env', '-C', app],
  )

/** Runs a command of the operator there, which must succeed. */
function run(words: string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: app,
    env: { ...image, DATA_DIR: at('data'), ...env },
    encoding: 'utf8',
  })
  expect([words, status, stderr]).toEqual([words, 0, ''])
  return stdout
}
const newestBackup = () => at('backups', readdirSync(at('backups')).sort().at(-1) ?? '')

type Rows = Record<string, unknown>[]

/** Turns a database back into one of the previous release: its tables anew, with what they can hold of the rows. */
async function bringBack(open: () => Db, wipe: (db: Db) => Promise<unknown>) {
  const latest = open()
  const held = new Map<keyof Tables, Rows>()
  for (const place of copiedTables) held.set(place.table, await allOf(latest, place))
  await wipe(latest)
  await latest.destroy()

  const db = open()
  await migrate(db, migrations.slice(0, 1))
  await db.deleteFrom('menu_items').execute()
  const tables = await db.introspection.getTables()
  for (const [table, rows] of held) {
    const has = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name)
    const columns = Object.keys(rows[0] ?? {}).filter((column) => has?.includes(column))
    if (columns.length) await db.transaction().execute((db) => fillTable(db, table, columns, oneChunk(rows, columns)))
  }
  await db.updateTable('changes').set({ is_deleted: 0 }).execute()
  await db.destroy()
}

async function allOf(db: Db, place: (typeof copiedTables)[number]) {
  const rows: Rows = []
  for await (const chunk of chunksOf(db, place)) rows.push(...chunk)
  return rows
}

async function* oneChunk(rows: Rows, columns: string[]) {
  yield rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
}

const databaseFile = () => at('data', 'back-office.db')
const wipeFile = async () => {
  for (const end of ['', '-wal', '-shm']) rmSync(databaseFile() + end, { force: true })
}
const wipeSchema = (db: Db) => sql`drop schema public cascade; create schema public`.execute(db)

/** What a database contains, except what a restore invalidates. */
async function keptOf(db: Db) {
  const content = Object.entries(await contentOf(db))
  return Object.fromEntries(content.filter(([table]) => ![...VOIDED, 'one_time_secrets', 'secrets'].includes(table)))
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('trash'))
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name)).toString('base64')}`)
    .sort()

const callsOf = async (server: RunningServer) => {
  const key = keyOf(at('data'))
  return { admin: callerOf(server.url, key, await signIn(server.url, at('data'))), visitor: callerOf(server.url, key) }
}

/** Opens the browser of an administrator, which keeps what it has when it is closed. */
async function withBrowser(url: string, work: (page: Page) => Promise<void>) {
  const context = await chromium.launchPersistentContext(at('browser'), {
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  const page = await context.newPage()
  await page.goto(url)
  await work(page)
  await context.close()
}

const leaveDraft = (url: string) =>
  withBrowser(url, async (page) => {
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'LOGIN' }).click()
    await page.waitForURL('**/dashboard')
    await page.goto(`${url}/topics?new`)
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Written before the upgrade')
    await page.waitForFunction(async () => {
      const opening = indexedDB.open('back-office')
      await new Promise((opened) => (opening.onsuccess = opened))
      const counting = opening.result.transaction('drafts').objectStore('drafts').count()
      await new Promise((counted) => (counting.onsuccess = counted))
      opening.result.close()
      return counting.result > 0
    })
  })

const expectDraft = (url: string) =>
  withBrowser(url, async (page) => {
    await page.waitForURL('**/dashboard')
    await page.getByRole('button', { name: '1 unsaved draft' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' })
    await vi.waitFor(async () => expect(await name.inputValue()).toBe('Written before the upgrade'), {
      timeout: 240_000,
    })
  })

/** What a person looks at first after a restore: sign-in, a list, a picture and a PDF. */
async function expectInOrder(server: RunningServer, dataDir: string) {
  const call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
  expect(answered(await call(account.me, {})).data.email).toBe(ADMIN.email)
  const [year] = answered(await call(years.list, { page: 1, per_page: 1, filters: { name: { value: '2099' } } })).data
  expect(year?.name).toBe('2099')
  const pictures = answered(await call(appImages.list, {})).data.map(({ url }) => url)
  const pdfs = answered(await call(manuals.list, {})).data.flatMap(({ pdf_url }) => pdf_url ?? [])
  expect([pictures.length > 0, pdfs.length > 0]).toEqual([true, true])
  for (const address of [...pictures, ...pdfs]) {
    expect([address, (await fetch(server.url + new URL(address).pathname)).status]).toEqual([address, 200])
  }
}

describe("an operator's day", () => {
  it('with the embedded database: demo data, everything used, backup, upgrade, backup, restore elsewhere', async () => {
    // The same address before and after, as browsers keep drafts by it.
    const port = String(await freePort())
    const address = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
    const here = async (env: Record<string, string>) => ({
      ...(await start({ ...env, ...address })),
      url: address.PUBLIC_URL,
    })
    const former = await here({})
    const { admin, visitor } = await callsOf(former)
    await useEverything(admin, visitor)
    await leaveDraft(former.url)
    expect(run(['scripts/backup.ts', at('backups')], {})).toContain('Made and checked')
    await former.stop()
    await bringBack(() => openDatabase(databaseFile()), wipeFile)

    const upgraded = await here({ BACKUP_DIR: at('scheduled') })
    const errors = upgraded
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":50'))
    expect(errors.filter((line) => !line.includes('mail cannot be sent'))).toEqual([])
    await expectInOrder(upgraded, at('data'))
    await expectDraft(upgraded.url)
    const { data } = answered(await (await callsOf(upgraded)).admin(system.status, {}))
    expect(data.servers.filter(({ is_alive }) => is_alive)).toHaveLength(1)
    expect(data.jobs.waiting).toBeGreaterThan(2)
    await useNewerFeatures((await callsOf(upgraded)).admin)
    await upgraded.stop()

    expect(run(['scripts/backup.ts', at('backups')], {})).toContain('Made and checked')
    const { missing, records } = await readManifest(newestBackup())
    expect(missing).toEqual([])
    expect(records.notification_recipients).toBeGreaterThan(24_000)
    const original = openDatabase(databaseFile())
    // A copy elsewhere is a separate installation.
    await forgetInstallation(original)
    const before = await keptOf(original)
    const elsewhere = { DATA_DIR: at('elsewhere') }
    expect(run(['scripts/restore.ts', newestBackup()], elsewhere)).toContain('Restored the backup')
    expect(await keptOf(openDatabase(at('elsewhere', 'back-office.db')))).toEqual(before)
    expect(filesIn(at('elsewhere', 'files'))).toEqual(filesIn(at('data', 'files')))
    expect(run(['scripts/admin.ts', 'list'], elsewhere)).toContain(ADMIN.email)
    const restored = await start(elsewhere)
    await expectInOrder(restored, at('elsewhere'))
    await restored.stop()
  })

  it('with PostgreSQL behind a pooler and two servers: the same, restored into PostgreSQL and into a file', async () => {
    const postgres = await startPrivatePostgres()
    const pooler = await startPgBouncer(postgres.url)
    const direct = await createDatabase(postgres)
    const pooled = `${pooler.url}/${direct.split('/').at(-1)}`
    const env = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct }
    const former = await start(env)
    const second = await start({ ...env, DEMO_DATA: 'false' })
    const { admin } = await callsOf(former)
    const { visitor } = await callsOf(second)
    await useEverything(admin, visitor)
    await Promise.all([former.stop(), second.stop()])
    await bringBack(() => openPostgres(direct, 1), wipeSchema)

    // Both at once: one migrates, the other waits.
    const [one, other] = await Promise.all([start(env), start({ ...env, DEMO_DATA: 'false' })])
    for (const server of [one, other]) await expectInOrder(server, at('data'))
    const { admin: call } = await callsOf(one)
    await vi.waitFor(
      async () => {
        const { data } = answered(await call(system.status, {}))
        expect(data.servers.filter(({ is_alive }) => is_alive).map(({ hears }) => hears)).toEqual([true, true])
      },
      { timeout: 240_000, interval: 200 },
    )
    await useNewerFeatures(call)
    expect(run(['scripts/backup.ts', at('backups')], env)).toContain('Made and checked')
    await Promise.all([one.stop(), other.stop()])

    expect(run(['scripts/backup.ts', at('backups')], env)).toContain('Made and checked')
    expect((await readManifest(newestBackup())).missing).toEqual([])
    const before = await keptOf(openPostgres(direct, 1))
    const intoFile = { DATA_DIR: at('elsewhere') }
    expect(run(['scripts/restore.ts', newestBackup()], intoFile)).toContain('Restored the backup')
    expect(await keptOf(openDatabase(at('elsewhere', 'back-office.db')))).toEqual(before)
    const third = await createDatabase(postgres)
    const intoPostgres = { DATA_DIR: at('third'), DATABASE_URL: third }
    expect(run(['scripts/restore.ts', newestBackup()], intoPostgres)).toContain('Restored the backup')
    expect(await keptOf(openPostgres(third, 1))).toEqual(before)
    expect(filesIn(at('third', 'files'))).toEqual(filesIn(at('data', 'files')))

    // What has been restored from PostgreSQL into a file can be backed up there too.
    expect(run(['scripts/backup.ts', at('backups')], intoFile)).toContain('Made and checked')
    const restored = await start(intoFile)
    await expectInOrder(restored, at('elsewhere'))
    await restored.stop()
    await pooler.stop()
    postgres.throwAway()
  })
})
