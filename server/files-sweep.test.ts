import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { contentTables, fileColumns, sweepFiles } from './files-sweep.ts'
import { buildTestApp, type TestApp } from './testing/build-test-app.ts'
import { aPdf, manualFactory } from './testing/manuals.ts'
import { aPicture, formOf } from './testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const IN_A_MONTH = Date.now() + 30 * 86_400_000
const sweep = (now?: number) => sweepFiles(app.db, app.deps.files, now)
const kept = async () => {
  const names: string[] = []
  for await (const { name } of app.deps.files.list()) names.push(name)
  return names
}

it('removes what no row names, and nothing that one does, deleted rows and texts included', async () => {
  const make = manualFactory(app)
  const manual = await make.aManual()
  const subTopic = await make.aSubTopic((await make.aTopic())._id)
  const { data: image } = await app.call(appImages.add, formOf({ seq_no: 1, url: await aPicture() }))
  await app.call(appImages.delete, { app_image_id: image._id })
  const { url } = await app.call(manualPages.upload, formOf({ image: await aPicture() }))
  await make.aPage(manual._id, subTopic, `<p><img src="${url}" alt="">Roof</p>`)
  await app.call(manuals.create_pdf, formOf({ manual_id: manual._id, file: await aPdf() }))
  const named = await kept()
  expect(named).toHaveLength(3)
  await app.deps.files.put('sliders/nobody.jpg', new Blob(['left by a crash']))
  expect(await sweep(IN_A_MONTH)).toBe(1)
  expect((await kept()).sort()).toEqual(named.sort())
})

it('spares what is younger than two weeks: its row may still come', async () => {
  await app.deps.files.put('sliders/nobody.jpg', new Blob(['just uploaded']))
  expect(await sweep()).toBe(0)
  const longAgo = new Date(Date.now() - 15 * 86_400_000)
  await utimes(join(app.dataDir, 'files/sliders/nobody.jpg'), longAgo, longAgo)
  expect(await sweep()).toBe(1)
})

it('looks into every column that names a file, and every text', async () => {
  const tables = await app.db.introspection.getTables()
  const places = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  const filled = places.filter((place) => /_file$|^(?!.*_search\.).*\.content$/.test(place))
  const looked = [...fileColumns, ...contentTables.map((table) => `${table}.content`)]
  expect(filled.sort()).toEqual(looked.sort())
})
