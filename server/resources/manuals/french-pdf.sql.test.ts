import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { rollovers } from '#contract/rollovers.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { sweepFiles } from '../../housekeeping/files-sweep.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../testing/manuals.ts'
import { formOf } from '../../testing/pictures.ts'

let app: TestApp
let make: ReturnType<typeof manualFactory>
beforeEach(async () => {
  app = await buildTestApp({ LANGUAGES: 'en,fr' })
  make = manualFactory(app)
})
afterEach(() => app.close())

const asVisitor = { token: '' }
const fetched = (url: string | null) => app.app.inject({ url: new URL(url ?? '').pathname })
const opened = async (url: string | null) => getDocumentProxy(new Uint8Array((await fetched(url)).rawPayload))
const manual = async (manual_id: string) => (await app.call(manuals.get, { manual_id })).data

/** A manual with a page in both languages, and one about fuses only in English. */
async function aFrenchManual() {
  const { _id: manual_id, category } = await make.aManual()
  await app.call(rvTypes.edit, { cat_id: category._id, name: 'Travel Trailer', name_fr: 'Caravane', seq_no: 1 })
  const water = await make.aTopic('Water', 1)
  await app.call(topics.edit, { topic_id: water._id, name: 'Water', name_fr: 'Eau', seq_no: 1 })
  const pump = await make.aSubTopic(water._id, 'Pump', 1)
  await app.call(subTopics.edit, {
    sub_topic_id: pump._id,
    topic_id: water._id,
    name: 'Pump',
    name_fr: 'Pompe',
    seq_no: 1,
  })
  const french = '<p>Le cœur\u00a0: «\u202fla pompe\u202f» — d’où l’œillet.</p>'
  const page = await make.aPage(manual_id, pump, '<p>Prime the pump.</p>')
  const edited = { manual_page_id: page._id, content: '<p>Prime the pump.</p>', content_fr: french }
  await app.call(manualPages.edit, edited)
  return { manual_id, water, pump, page: edited }
}

const makeFrench = (manual_id: string, more: object = {}) =>
  app.call(manuals.generate_pdf, { manual_id, language: 'fr', ...more })

describe('a PDF in French', () => {
  it('is printed with French words, names and texts, and leaves the English one as it is', async () => {
    const { manual_id } = await aFrenchManual()
    const english = (await app.call(manuals.generate_pdf, { manual_id })).data
    const { message, data, warning } = await makeFrench(manual_id)
    expect([message, warning]).toEqual(['PDF generated successfully.', undefined])
    expect(data).toMatchObject({ pdf_url: english.pdf_url, pdf_outdated: false, pdf_outdated_fr: false })
    const pdf = await opened(data.pdf_url_fr)
    expect((await pdf.getMetadata()).info).toMatchObject({
      Language: 'fr-CA',
      Title: 'Guide du propriétaire, Caravane - 2024',
    })
    const { text } = await extractText(pdf)
    expect(text[0]?.replaceAll(/\s+/g, ' ')).toMatch(/^Guide du propriétaire Caravane - 2024 \d{4}-\d{2}-\d{2}$/)
    expect(text[1]?.replaceAll(/\s+/g, ' ')).toMatch(/Table des matières Eau 3 Pompe 3/)
    expect(text[2]?.normalize('NFKD')).toContain('Le cœur : « la pompe » — d’où l’œillet.'.normalize('NFKD'))
    const [sentence] = (await app.call(changes.list, {})).data.map(({ sentence }) => sentence)
    expect(sentence).toBe('Administrator generated the French PDF of manual “Travel Trailer - 2024” from its pages')
    const printed = await extractText(await opened(english.pdf_url))
    expect(printed.text.join()).toContain('Owner’s Manual')
    expect(printed.text.join()).not.toMatch(/œ|Caravane/)
  })

  it('is refused where pages lack French, which are named, and leaves them in English where that is said', async () => {
    const { manual_id, water } = await aFrenchManual()
    const fuses = await make.aSubTopic(water._id, 'Fuses', 2)
    const { _id } = await make.aPage(manual_id, fuses, '<h1>Beware</h1><p>Never a larger one.</p>')
    await make.aPage(manual_id, await make.aSubTopic(water._id, 'Empty', 3), '')
    const refusal = await app.refusal(manuals.generate_pdf, { manual_id, language: 'fr' })
    const message = '1 page has no French: “Fuses”. Please write it, or leave this page in English.'
    expect([refusal.status, refusal.message, refusal.data]).toEqual([422, message, { pages: [{ _id, name: 'Fuses' }] }])
    expect(refusal.errors).toEqual({ leave_english: [message] })
    expect((await manual(manual_id)).pdf_url_fr).toBeNull()

    const { data, warning } = await makeFrench(manual_id, { leave_english: true })
    expect(warning).toBe('These headings have no French and are in English: “Fuses”, “Empty”.')
    const pdf = await opened(data.pdf_url_fr)
    expect((await extractText(pdf)).text.join()).toContain('Never a larger one.')
    const raw = Buffer.from((await fetched(data.pdf_url_fr)).rawPayload).toString('latin1')
    expect(raw).toContain('/Lang (fr-CA)')
    // The headings of Fuses and Empty, their names and numbers in the contents, and the two parts of the text.
    expect(raw.match(/\/Lang \(en\)/g)).toHaveLength(8)
  })

  it('is out of date by what it would print, and not by what only the English says', async () => {
    const { manual_id, page } = await aFrenchManual()
    await app.call(manuals.generate_pdf, { manual_id })
    await makeFrench(manual_id)
    await app.call(manualPages.edit, { ...page, content: '<p>Prime it.</p>' })
    expect(await manual(manual_id)).toMatchObject({ pdf_outdated: true, pdf_outdated_fr: false })
    await app.call(manualPages.edit, { ...page, content_fr: '<p>Amorcez la pompe.</p>' })
    expect(await manual(manual_id)).toMatchObject({ pdf_outdated: false, pdf_outdated_fr: true })
    await makeFrench(manual_id)
    const { category } = await manual(manual_id)
    await app.call(rvTypes.edit, { cat_id: category._id, name: 'Travel Trailer', name_fr: 'Roulotte', seq_no: 1 })
    expect(await manual(manual_id)).toMatchObject({ pdf_outdated: false, pdf_outdated_fr: true })
  })

  it('is uploaded, replaced with its file, kept by the sweep, and what owners get in French', async () => {
    const { manual_id } = await aFrenchManual()
    await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
    const before = await app.call(content.manuals, {}, asVisitor)
    const upload = async () =>
      (await app.call(manuals.create_pdf, formOf({ manual_id, language: 'fr', file: await aPdf() }))).data
    const first = await upload()
    const { pdf_url, pdf_url_fr, pdf_outdated_fr } = await upload()
    expect(pdf_outdated_fr).toBe(false)
    const statuses = [first.pdf_url_fr, pdf_url_fr, pdf_url].map(async (url) => (await fetched(url)).statusCode)
    expect(await Promise.all(statuses)).toEqual([404, 200, 200])
    const [sentence] = (await app.call(changes.list, {})).data.map(({ sentence }) => sentence)
    expect(sentence).toBe('Administrator uploaded a French PDF for manual “Travel Trailer - 2024”')
    const later = Date.now() + 20 * 86_400_000
    expect(await sweepFiles(app.db, app.deps.files, later)).toMatchObject({ files: 2, unnamed: 0, missing: [] })

    const [english] = (await app.call(content.manuals, {}, asVisitor)).data
    expect({ ...english, updated_at: '' }).toEqual({ ...before.data[0], updated_at: '' })
    const [french] = (await app.call(content.manuals, { language: 'fr' } as never, asVisitor)).data
    expect(french).toMatchObject({ name: 'Caravane - 2024', pdf_url: pdf_url_fr, pdf_file: { url: pdf_url_fr } })
    expect(french).not.toHaveProperty('in_english')
    expect(french).not.toHaveProperty('pdf_url_fr')
    expect((await app.call(contentFound.manual, { _id: manual_id }, asVisitor)).data.pdf_url).toBe(pdf_url)
  })

  it('is removed with its file, and then English for owners', async () => {
    const { manual_id } = await aFrenchManual()
    const file = async (language: 'en' | 'fr') => formOf({ manual_id, language, file: await aPdf() })
    const { pdf_url } = (await app.call(manuals.create_pdf, await file('en'))).data
    const { pdf_url_fr } = (await app.call(manuals.create_pdf, await file('fr'))).data
    const { data, can_undo } = await app.call(manuals.remove_pdf, { manual_id, language: 'fr' })
    expect([data.pdf_url, data.pdf_url_fr, data.pdf_made_at_fr, can_undo]).toEqual([pdf_url, null, null, false])
    expect((await fetched(pdf_url_fr)).statusCode).toBe(404)
    const [sentence] = (await app.call(changes.list, {})).data.map(({ sentence }) => sentence)
    expect(sentence).toBe('Administrator removed the French PDF of manual “Travel Trailer - 2024”')
    const [owners] = (await app.call(content.manuals, { language: 'fr' } as never, asVisitor)).data
    expect(owners).toMatchObject({ pdf_url, in_english: ['pdf_url'] })
    expect(await app.refusal(manuals.remove_pdf, { manual_id, language: 'fr' })).toMatchObject({
      status: 422,
      message: '“Travel Trailer - 2024” has no French PDF.',
    })
    expect((await app.refusal(manuals.remove_pdf, { manual_id: 'c0de' })).status).toBe(404)
  })

  it('is English for owners where there is none, and says so', async () => {
    const { manual_id } = await aFrenchManual()
    const none = (await app.call(content.manuals, { language: 'fr' } as never, asVisitor)).data[0]
    expect([none?.pdf_url, none?.in_english]).toEqual([null, undefined])
    const { pdf_url } = (await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))).data
    const [read] = (await app.call(content.manuals, { language: 'fr' } as never, asVisitor)).data
    expect([read?.pdf_url, read?.in_english]).toEqual([pdf_url, ['pdf_url']])
  })

  it('is made after a restart as it was asked for', async () => {
    const { manual_id, water } = await aFrenchManual()
    await make.aPage(manual_id, await make.aSubTopic(water._id, 'Fuses', 2), '<p>Never a larger one.</p>')
    app.app.leaving.handOver()
    const refusal = await app.refusal(manuals.generate_pdf, { manual_id, language: 'fr', leave_english: true })
    expect(refusal.status).toBe(503)
    await app.runJobs()
    const { pdf_url, pdf_url_fr } = await manual(manual_id)
    expect(pdf_url).toBeNull()
    expect((await extractText(await opened(pdf_url_fr))).text.join()).toMatch(/pompe[^]*Never a larger one/)
  })

  it('is of its year: a copied year has neither PDF', async () => {
    const { manual_id } = await aFrenchManual()
    for (const language of ['en', 'fr'])
      await app.call(manuals.create_pdf, formOf({ manual_id, language, file: await aPdf() }))
    const { year } = await manual(manual_id)
    const parts = ['models', 'manuals', 'pages'] as const
    await app.call(rollovers.prepare, { from_year_id: year._id, name: '2025', parts: [...parts] })
    await app.runJobs()
    const copy = (await app.call(manuals.list, {})).data.find(({ year_name }) => year_name === '2025')
    const none = { pdf_url: null, pdf_made_at: null, pdf_url_fr: null, pdf_made_at_fr: null, pdf_outdated_fr: false }
    expect(copy).toMatchObject({ page_count: 1, ...none })
  })

  it('is made again without a page that is taken down, also where others have no French', async () => {
    const { manual_id, water, page } = await aFrenchManual()
    const fuses = await make.aSubTopic(water._id, 'Fuses', 2)
    await make.aPage(manual_id, fuses, '<p>Never a larger one.</p>')
    await makeFrench(manual_id, { leave_english: true })
    await app.call(manualPages.edit, { ...page, publish_at: '2099-05-10T08:00:00.000Z' })
    await app.runJobs()
    const after = await manual(manual_id)
    expect([after.pdf_url, after.pdf_outdated_fr]).toEqual([null, false])
    const { text } = await extractText(await opened(after.pdf_url_fr))
    expect(text.join()).not.toContain('pompe')
    expect(text.join()).toContain('Never a larger one.')
  })
})
