import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { type FrenchType, frenchCalls } from '#contract/french-calls.ts'
import { imports } from '#contract/imports.ts'
import { manualPages } from '#contract/manual-pages.ts'

import { topics } from '#contract/topics.ts'
import { xlsxOf } from '../../tables/xlsx.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' }, { largeChange: { moreThan: 15, step: 2 } })
})
afterEach(() => app.close())

const exported = async (more: object = {}) => (await app.send(frenchCalls.export, { format: 'xliff', ...more })).body
const rehearse = async (file: string | Buffer, name = 'french.xlf') =>
  (await app.call(imports.rehearse, formOf({ record_type: 'french', file: new File([file as BlobPart], name) }))).data
const rowsOf = async (rehearsal_id: string) => (await app.call(imports.rows, { rehearsal_id, per_page: 100 })).data
const apply = (rehearsal_id: string) => app.call(imports.apply, { rehearsal_id })
const refusedAs = async (file: string) => {
  const { rehearsal_id } = await rehearse(file)
  return (await rowsOf(rehearsal_id)).map(({ outcome, errors }) => (outcome === 'refused' ? errors : outcome))
}
/** A file with translated texts: each French is the result of `translate` for the English. */
const translated = (xliff: string, translate: (source: string) => string = (source) => source.replaceAll('e', 'é')) =>
  xliff.replace(
    /<segment state="initial"[^>]*><source>(.*?)<\/source>(?:<target>.*?<\/target>)?/gs,
    (_all, source: string) =>
      `<segment state="translated"><source>${source}</source><target>${source.replace(/>[^<]+|^[^<]+/g, translate)}</target>`,
  )

const aTopic = async (name: string, more: object = {}) =>
  (await app.call(topics.add, { name, seq_no: 1, ...more })).data
const aPage = async (content: string) => {
  const make = manualFactory(app)
  const manual = await make.aManual()
  return make.aPage(manual._id, await make.aSubTopic((await make.aTopic())._id), content)
}
const PAGE = '<h2>Water &amp; gas</h2><p>Open the <strong>valve</strong>&nbsp;first.<br>Then wait.</p>'

describe('French as XLIFF', () => {
  it('leaves with what is left to be done, and comes back as one change that can be undone', async () => {
    const page = await aPage(PAGE)
    await app.call(checklists.add, { name: 'Departure', note: 'Look twice.', name_fr: 'Départ' })
    await aTopic('Done', { name_fr: 'Fait' })
    const xliff = await exported()
    expect(xliff).toContain(`<unit id="manual_pages.${page._id}.content"`)
    expect(xliff).toContain('<segment state="final"><source>Departure</source><target>Départ</target></segment>')
    expect(xliff).not.toContain('Fait')
    const file = translated(xliff)
    const rehearsal = await rehearse(file)
    expect(rehearsal).toMatchObject({ record_type: 'french', head_row: 0, encoding: null, counts: { refused: 0 } })
    const rows = await rowsOf(rehearsal.rehearsal_id)
    expect(rows.find(({ record_id }) => record_id === page._id)).toMatchObject({
      record_type: 'manual_pages',
      outcome: 'changed',
      fields: [{ field: 'content_fr' }],
    })
    expect(rows.map(({ title }) => title)).toContain('Departure: Note')
    const { change_id } = await apply(rehearsal.rehearsal_id)
    const after = (await app.call(manualPages.get, { manual_page_id: page._id })).data
    expect(after).toMatchObject({
      content: PAGE,
      content_fr: PAGE.replace(/>[^<]+/g, (one) => one.replaceAll('e', 'é').replaceAll('&nbsp', '&nbsp')),
      french: 'current',
    })
    expect((await app.call(frenchCalls.list, {})).total).toBe(0)
    const { data: checked } = await app.call(checklists.list, {})
    expect(checked).toMatchObject([{ name_fr: 'Départ', note_fr: 'Look twicé.', french: 'current' }])
    await app.call(changes.undo, { change_id: change_id ?? '' })
    expect((await app.call(manualPages.get, { manual_page_id: page._id })).data).toMatchObject({
      content_fr: '',
      french: 'none',
    })
    expect((await app.call(changes.list, {})).data.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Exported the French of \d+ records as XLIFF\.$/),
    )
  })

  it('changes nothing when it comes back as it left, also where French has other codes than the English', async () => {
    const page = await aPage(PAGE)
    const content_fr = '<p>Ouvrez la <em>vanne</em>&nbsp;!</p>'
    await app.call(manualPages.edit, { manual_page_id: page._id, content: PAGE, content_fr })
    await app.call(manualPages.edit, { manual_page_id: page._id, content: PAGE.replace('first', 'now') })
    const xliff = await exported({ record_type: 'manual_pages', state: 'older' })
    expect(xliff).toContain('subState="french:older"')
    const { rehearsal_id, counts } = await rehearse(xliff)
    expect(counts).toEqual({ new: 0, changed: 0, unchanged: 1, refused: 0 })
    expect((await apply(rehearsal_id)).data).toBeNull()
    const again = await rehearse(xliff.replace('vanne', 'valve'))
    await apply(again.rehearsal_id)
    expect((await app.call(manualPages.get, { manual_page_id: page._id })).data).toMatchObject({
      content_fr: content_fr.replace('vanne', 'valve'),
      french: 'current',
    })
  })

  it('is refused row by row for what it may not do', async () => {
    const page = await aPage(PAGE)
    const topic = await aTopic('Water')
    const xliff = await exported({ record_type: 'manual_pages' })
    const file = translated(xliff)
    expect(await refusedAs(file)).toEqual(['changed'])
    const target = (edit: (target: string) => string) =>
      refusedAs(file.replace(/<target>.*<\/target>/s, (all) => edit(all)))
    expect(await target((all) => all.replace(/<pc id="3".*?>(.*?)<\/pc>/, '$1'))).toEqual([
      { french: ['The French has lost codes of the English: </strong> <strong>.'] },
    ])
    expect(await target((all) => all.replace('</target>', '<ph id="0" dataRef="d0"/></target>'))).toEqual([
      { french: ['A code of this text stands for nothing that the file says.'] },
    ])
    const withScript = file
      .replace('</originalData>', '<data id="x">&lt;script&gt;</data></originalData>')
      .replace('</target>', '<ph id="x" dataRef="x"/></target>')
    expect(await refusedAs(withScript)).toEqual([
      { french: ['The French has codes that the English has not: <script>.'] },
    ])
    const crossed = file.replace(/<target>.*<\/target>/s, (all) =>
      all
        .replace(/<pc id="3"[^>]*>(.*?)<\/pc>/, '<sc id="3" dataRef="d5"/>$1')
        .replace('</target>', '<ec startRef="3" dataRef="d6"/></target>'),
    )
    expect(await refusedAs(crossed)).toEqual([{ french: ['The codes of this text do not fit into each other.'] }])
    expect(await refusedAs(file.replace(page._id, topic._id))).toEqual([{ _id: ['This manual page does not exist.'] }])
    expect(await refusedAs(file.replace('.content"', '.name"'))).toEqual([
      { field: ['“name” is no field that has French.'] },
    ])
    expect(await refusedAs(file.replace('manual_pages.', 'dealers.'))).toEqual([
      { record_type: ['“dealers” is nothing that has French.'] },
    ])
    expect(await refusedAs(file.replace(/unit id="[^"]*"/, 'unit id="u17"'))).toEqual([
      { _id: ['“u17” is no text of this product.'] },
    ])
    const unit = /<unit .*<\/unit>/s.exec(file)?.[0] ?? ''
    expect(await refusedAs(file.replace(unit, unit + unit))).toEqual([
      'changed',
      { _id: ['Row 1 of the file is about the same field.'] },
    ])
    const names = translated(await exported({ record_type: 'topics' }), () => 'é'.repeat(300))
    expect(JSON.stringify(await refusedAs(names))).toContain('at most')
    await app.call(manualPages.edit, { manual_page_id: page._id, content: PAGE.replace('wait', 'stop') })
    expect(await refusedAs(file)).toEqual([
      { english: ['The English is no longer what this file says. Please export it again.'] },
    ])
    expect((await app.call(frenchCalls.list, { record_type: 'manual_pages', state: 'none' })).total).toBe(1)
  })

  it('puts neither English nor nothing into a field', async () => {
    await aTopic('Sprinter', { name_fr: 'Coureur' })
    await app.call(topics.edit, {
      topic_id: (await app.call(topics.list, {})).data[0]?._id ?? '',
      name: 'Runner',
      seq_no: 1,
      required: false,
    })
    const xliff = await exported({ record_type: 'topics' })
    const withTarget = (target: string, state = 'initial') =>
      xliff.replace(/<segment.*<\/target>/s, `<segment state="${state}"><source>Runner</source>${target}`)
    for (const target of ['', '<target/>', '<target> </target>', '<target>Runner</target>'])
      expect(await refusedAs(withTarget(target))).toEqual(['unchanged'])
    expect(await refusedAs(withTarget('<target>Runner</target>', 'translated'))).toEqual(['changed'])
  })

  it('is imported once of two at once, and finds nothing to do the second time', async () => {
    await aTopic('Water')
    const file = translated(await exported({ record_type: 'topics' }))
    const [one, other] = [await rehearse(file), await rehearse(file)]
    await apply(one.rehearsal_id)
    const refusal = await app.refusal(imports.apply, { rehearsal_id: other.rehearsal_id })
    expect(refusal).toMatchObject({ status: 409 })
    expect(refusal.message).toContain('1 record changed since the rehearsal. Nothing was imported.')
    expect((await rehearse(file)).counts).toMatchObject({ unchanged: 1, changed: 0 })
    expect(await refusedAs(file.replace('Watér', 'Eau'))).toEqual([
      { french: ['The French has been saved since this file was exported. Please export it again.'] },
    ])
  })

  it('is imported in steps where it is large, each record once, and undone as a whole', async () => {
    for (const name of ['Air', 'Gas', 'Tires', 'Water']) await app.call(checklists.add, { name, note: `${name} here.` })
    for (const name of ['Awning', 'Brakes', 'Engine', 'Heater', 'Wheels']) await aTopic(name)
    const { rehearsal_id, counts } = await rehearse(translated(await exported()))
    expect(counts).toMatchObject({ changed: 21 })
    const { change_id } = await apply(rehearsal_id)
    expect((await app.call(changes.get, { change_id: change_id ?? '' })).change.message).toBe(
      'Changing the French of 17 records.',
    )
    await app.runJobs()
    const { change } = await app.call(changes.get, { change_id: change_id ?? '' })
    expect(change).toMatchObject({ state: 'done', message: '21 French texts imported.', record_count: 17 })
    const found = (await app.call(checklists.list, {})).data
    expect(found.map(({ french, version }) => [french, version])).toEqual(Array(4).fill(['current', 2]))
    await app.call(changes.undo, { change_id: change_id ?? '' })
    await app.runJobs()
    expect((await app.call(frenchCalls.list, {})).total).toBe(17)
  })

  it('is for installations that have French', async () => {
    const english = await buildTestApp()
    expect(await english.refusal(frenchCalls.export, { format: 'xlsx' })).toMatchObject({
      status: 422,
      errors: { format: ['Owners read only English here.'] },
    })
    const form = formOf({ record_type: 'french', file: new File(['x'], 'x.xlf') })
    expect((await english.send(imports.rehearse, form)).statusCode).toBe(422)
    await english.close()
  })
})

describe('French as XLSX', () => {
  const asked = (more: object = {}) => app.send(frenchCalls.export, { format: 'xlsx', ...more })

  it('leaves with a row for each text, and comes back with what was written', async () => {
    const page = await aPage(PAGE)
    const { rawPayload, headers } = await asked({ record_type: 'manual_pages' satisfies FrenchType })
    expect(headers['content-disposition']).toMatch(/filename="French \d{4}-\d\d-\d\d\.xlsx"/)
    const unchanged = await rehearse(rawPayload, 'french.xlsx')
    expect(unchanged).toMatchObject({ counts: { unchanged: 1, refused: 0 }, columns: { length: 7 } })
    expect(unchanged.mapping).toEqual({
      'Record type': 'record_type',
      _id: '_id',
      Field: 'field',
      English: 'english',
      French: 'french',
      State: 'state',
      Mark: 'mark',
    })
    const heads = Object.keys(unchanged.mapping).map((label) => ({ label, type: 'text' as const }))
    const table = (...rows: string[][]) =>
      buffer(
        xlsxOf(
          heads,
          (async function* all() {
            yield rows
          })(),
          { name: 'French' },
        ),
      )
    const french = PAGE.replace('Open', 'Ouvrez')
    const back = await rehearse(await table(['Manual Pages', page._id, 'Content', PAGE, french, 'None']), 'a.xlsx')
    expect(back.counts).toMatchObject({ changed: 1 })
    await apply(back.rehearsal_id)
    expect((await app.call(manualPages.get, { manual_page_id: page._id })).data).toMatchObject({ content_fr: french })
    const raw = await table(['manual_pages', page._id, 'content', PAGE, '<p>Sans codes</p>', ''])
    expect(await rowsOf((await rehearse(raw, 'a.xlsx')).rehearsal_id)).toMatchObject([{ outcome: 'refused' }])
  })

  it('does not come back with a text that was cut at the end of a cell', async () => {
    const long = `<p>${'Water and gas. '.repeat(2500)}</p>`
    const page = await aPage(long)
    await app.call(manualPages.edit, { manual_page_id: page._id, content: long, content_fr: long })
    await app.call(manualPages.edit, { manual_page_id: page._id, content: long.replace('Water', 'Air') })
    const { rawPayload } = await asked({ record_type: 'manual_pages' })
    expect((await rehearse(rawPayload, 'a.xlsx')).counts).toMatchObject({ unchanged: 1, changed: 0, refused: 0 })
  })
})
