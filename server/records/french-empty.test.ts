import { expect, it, onTestFinished } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { content } from '#contract/owner/content.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { manualFactory } from '../testing/manuals.ts'

it.each(['<p></p>', '<p> </p><p>&nbsp;</p>', '<p><br></p>', '<p><script>alert(1)</script></p>'])(
  'French without a word or a picture is none, and owners read the English: %s',
  async (content_fr) => {
    const app = await buildTestApp({ LANGUAGES: 'en,fr' })
    onTestFinished(() => app.close())
    const make = manualFactory(app)
    const manual = await make.aManual()
    const page = await make.aPage(manual._id, await make.aSubTopic((await make.aTopic())._id), '<p>Look here.</p>')
    const { data } = await app.call(manualPages.edit, {
      manual_page_id: page._id,
      content: '<p>Look here.</p>',
      content_fr,
    })
    expect(data).toMatchObject({ content_fr: '', french: 'none' })
    const read = await app.call(content.manualPages, { manual_id: manual._id, language: 'fr' }, { token: null })
    expect(read.data).toMatchObject([{ content: '<p>Look here.</p>', in_english: ['content'] }])
  },
)
