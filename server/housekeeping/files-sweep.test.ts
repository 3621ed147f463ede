import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import type { CleanHtml } from '../db/schema.ts'
import { posixName } from '../integrations/files/disk.ts'
import { isOwnName } from '../integrations/files/store.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../testing/manuals.ts'
import { aPicture, formOf } from '../testing/pictures.ts'
import { contentColumns, fileColumns, namesInUse, sweepFiles } from './files-sweep.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const DAY = 86_400_000
const IN_A_MONTH = Date.now() + 30 * DAY
const sweep = (now?: number) => sweepFiles(app.db, app.deps.files, now)
const kept = async () => {
  const names: string[] = []
  for await (const { name } of app.deps.files.list()) names.push(name)
  return names
}

const aName = () => `sliders/${newId()}.jpg`
/** Adds this many files that rows name. */
const inUse = async (count: number) => {
  const at = new Date().toISOString()
  const rows = Array.from({ length: count }, (_, seq_no) => ({ id: newId(), seq_no, url_file: aName() }))
  for (const { url_file } of rows) await app.deps.files.put(url_file, new Blob(['a picture']))
  const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
  await app.db
    .insertInto('app_images')
    .values(rows.map((row) => ({ ...shared, ...row })))
    .execute()
}

it('takes what no row names to the trash, and nothing that one does, deleted rows and texts included', async () => {
  const make = manualFactory(app)
  const manual = await make.aManual()
  const subTopic = await make.aSubTopic((await make.aTopic())._id)
  const { data: image } = await app.call(appImages.add, formOf({ seq_no: 1, url: await aPicture() }))
  await app.call(appImages.delete, { app_image_id: image._id })
  const { url } = await app.call(manualPages.upload, formOf({ image: await aPicture() }))
  await make.aPage(manual._id, subTopic, `<p><img src="${url}" alt="">Roof</p>`)
  await app.call(manuals.create_pdf, formOf({ manual_id: manual._id, file: await aPdf() }))
  await inUse(6)
  const named = await kept()
  expect(named).toHaveLength(9)
  const nobodys = aName()
  await app.deps.files.put(nobodys, new Blob(['left by a crash']))
  expect(await sweep(IN_A_MONTH)).toEqual({ files: 10, unnamed: 1, stopped: false, missing: [], erased: [] })
  const day = new Date(IN_A_MONTH).toISOString().slice(0, 10)
  expect((await kept()).sort()).toEqual([...named, `trash/${day}/${nobodys}`].sort())
  const path = `/files/trash/${day}/${nobodys}`
  expect((await app.app.inject(path)).statusCode).toBe(404)
})

it('empties the trash of what has been there for 30 days', async () => {
  await inUse(9)
  const nobodys = aName()
  await app.deps.files.put(nobodys, new Blob(['left by a crash']))
  await sweep(IN_A_MONTH)
  const inTrash = async () => (await kept()).filter((name) => name.startsWith('trash/')).length
  await sweep(IN_A_MONTH + 30 * DAY)
  expect(await inTrash()).toBe(1)
  await sweep(IN_A_MONTH + 31 * DAY)
  expect(await inTrash()).toBe(0)
})

it('stops and takes nothing when more than a tenth would go, as with the wrong database', async () => {
  await inUse(8)
  for (const name of [aName(), aName()]) await app.deps.files.put(name, new Blob(['x']))
  const before = await kept()
  const thrownAway = `trash/2020-01-01/${aName()}`
  await app.deps.files.put(thrownAway, new Blob(['x']))
  before.push(thrownAway)
  expect(await sweep(IN_A_MONTH)).toEqual({ files: 10, unnamed: 2, stopped: true, missing: [], erased: [] })
  await app.db.deleteFrom('app_images').execute()
  await app.db.deleteFrom('activity').execute()
  expect(await sweep(IN_A_MONTH)).toEqual({ files: 10, unnamed: 10, stopped: true, missing: [], erased: [] })
  expect((await kept()).sort()).toEqual(before.sort())
})

it('never touches what is not its own in the same place', async () => {
  await inUse(9)
  const others = [
    'invoices/2026.pdf',
    `photos/${newId()}.jpg`,
    'sliders/nobody.jpg',
    `sliders/${newId()}.gif`,
    `sliders/deeper/${newId()}.jpg`,
    'trash/2020-01-01/invoices/2019.pdf',
    'readme.txt',
  ]
  for (const name of others) await app.deps.files.put(name, new Blob(["somebody else's"]))
  const before = await kept()
  expect(await sweep(IN_A_MONTH)).toEqual({ files: 9, unnamed: 0, stopped: false, missing: [], erased: [] })
  expect((await kept()).sort()).toEqual(before.sort())
})

it('knows its own files also where paths have backslashes', () => {
  const name = aName()
  expect(posixName(name.replaceAll('/', '\\'), '\\')).toBe(name)
  expect([isOwnName(name), isOwnName(name.replace('/', '\\'))]).toEqual([true, false])
})

it('spares what is younger than two weeks: its row may still come', async () => {
  await inUse(9)
  const name = aName()
  await app.deps.files.put(name, new Blob(['just uploaded']))
  expect((await sweep()).unnamed).toBe(0)
  const longAgo = new Date(Date.now() - 15 * DAY)
  await utimes(join(app.dataDir, 'files', name), longAgo, longAgo)
  expect((await sweep()).unnamed).toBe(1)
})

it('finds the files of any number of texts, also one that moves to another text meanwhile', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const nameOf = (place: number) => `cms/picture-${place}.png`
  const content = (place: number) => `<img src="/files/${nameOf(place)}" alt="">` as CleanHtml
  const rows = Array.from({ length: 45 }, (_, place) => ({
    id: `id ${String(place).padStart(2, '0')}`,
    is_deleted: place % 2,
    version: 1,
    created_at: at,
    updated_at: at,
    title: 'Page',
    title_key: 'page',
    code: `${place}`,
    code_key: `${place}`,
    content: content(place),
    content_words: '',
  }))
  await app.db.insertInto('cms_pages').values(rows).execute()
  const found = namesInUse(app.db)
  await nextTurn()
  const write = (id: string, content: CleanHtml) =>
    app.db
      .updateTable('cms_pages')
      .set({ content, updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
  await write('id 00', (content(0) + content(44)) as CleanHtml)
  await write('id 44', '')
  expect([...(await found)].sort()).toEqual(rows.map((_, place) => nameOf(place)).sort())
})

it('looks into every column that names a file, and every text', async () => {
  const tables = await app.db.introspection.getTables()
  const places = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  const filled = places.filter((place) => /_file(_fr)?$|^(?!.*_search\.).*\.(?:content|content_fr|edits)$/.test(place))
  const looked = [...fileColumns, ...contentColumns].map(({ table, column }) => `${table}.${column}`)
  expect(filled.sort()).toEqual(looked.sort())
})
