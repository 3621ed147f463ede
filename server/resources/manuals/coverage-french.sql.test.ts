import { afterEach, beforeEach, expect, it } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { years } from '#contract/years.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../testing/manuals.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
})
afterEach(() => app.close())

const cells = async (of = app) => (await of.call(manuals.coverage, {})).data.rv_types[0]?.cells ?? []

/** An empty manual for 2027, one for 2026 with pages in every state, and a year without a manual. */
async function aShelf() {
  const make = manualFactory(app)
  const manual = await make.aManual('Travel Trailer', '2026')
  const year = (await app.call(years.add, { name: '2027' })).data
  await app.call(manuals.add, { category: manual.category._id, year: year._id })
  await app.call(years.add, { name: '2025' })
  const topic = await make.aTopic()
  const page = async (name: string, content: string) =>
    make.aPage(manual._id, await make.aSubTopic(topic._id, name), content)
  const write = (manual_page_id: string, content: string, content_fr?: string) =>
    app.call(manualPages.edit, { manual_page_id, content, ...(content_fr !== undefined && { content_fr }) })
  const [current, older, none, gone] = [
    await page('Fuses', '<p>Fuses</p>'),
    await page('Solar', '<p>Solar</p>'),
    await page('Pump', '<p>Pump</p>'),
    await page('Gone', '<p>Gone</p>'),
  ] as const
  await page('Empty', '')
  await write(current._id, '<p>Fuses</p>', '<p>Fusibles</p>')
  await write(older._id, '<p>Solar</p>', '<p>Solaire</p>')
  await write(older._id, '<p>Sun</p>')
  await app.call(manualPages.delete, { manual_page_id: gone._id })
  return { manual_id: manual._id, none, write }
}

it('The coverage counts pages by how their French stands, and says whether there is a PDF in French', async () => {
  const { manual_id, none, write } = await aShelf()
  const frenchOf = async () => (await cells()).map(({ french }) => french)
  expect(await frenchOf()).toEqual([
    { current: 0, older: 0, none: 0, pdf: false },
    { current: 1, older: 1, none: 1, pdf: false },
    null,
  ])
  await write(none._id, '<p>Pump</p>', '<p>Pompe</p>')
  await app.call(manuals.create_pdf, formOf({ manual_id, language: 'fr', file: await aPdf() }))
  expect((await frenchOf())[1]).toEqual({ current: 2, older: 1, none: 0, pdf: true })
})

it('It takes as many statements for many manuals as for one', async () => {
  const { manual_id } = await aShelf()
  const count = async () => (await app.statementsOf(() => cells())).statements.length
  const before = await count()
  const { category } = (await app.call(manuals.get, { manual_id })).data
  for (const name of ['2030', '2031', '2032']) {
    const year = (await app.call(years.add, { name })).data
    await app.call(manuals.add, { category: category._id, year: year._id })
  }
  expect(await count()).toBe(before)
})

it('It says nothing of French where owners read none', async () => {
  const english = await buildTestApp({ LANGUAGES: 'en' })
  try {
    const make = manualFactory(english)
    await make.aManual()
    expect((await cells(english))[0]).not.toHaveProperty('french')
  } finally {
    await english.close()
  }
})
