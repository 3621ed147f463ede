import { expect, it, onTestFinished } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'

it('a PDF in French needs attention once its French pages are others, and by itself', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  onTestFinished(() => app.close())
  const { aTopic, aSubTopic, aManual, aPage } = manualFactory(app)
  const manual = await aManual()
  const page = await aPage(manual._id, await aSubTopic((await aTopic())._id), '<p>One.</p>')
  const write = async (content: string, content_fr: string) =>
    (await app.call(manualPages.edit, { manual_page_id: page._id, content, content_fr })).data
  const ofPdfs = async () =>
    (await app.call(dashboard.attention, {})).data.filter(({ kind }) => kind.includes('pdf_outdated'))
  await write('<p>One.</p>', '<p>Un.</p>')
  for (const language of ['en', 'fr'] as const)
    await app.call(manuals.generate_pdf, { manual_id: manual._id, language })
  expect(await ofPdfs()).toEqual([])
  const { updated_at } = await write('<p>One.</p>', '<p>Une.</p>')
  const line = {
    kind: 'french_pdf_outdated',
    count: 1,
    title: 'Travel Trailer - 2024: French PDF out of date',
    record_type: 'manuals',
    record_id: manual._id,
    link: `/manuals/${manual._id}`,
    since: updated_at,
  }
  expect(await ofPdfs()).toEqual([line])
  await write('<p>Two.</p>', '<p>Une.</p>')
  expect(await ofPdfs()).toMatchObject([{ kind: 'pdf_outdated' }, { kind: 'french_pdf_outdated' }])
})
