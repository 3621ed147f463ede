import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { content } from '#contract/owner/content.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { hostileHtml } from '#server/testing/hostile-html.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'
import { buildInhabitedApp, type InhabitedApp } from './inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())

const visitor = { token: null }
const acting =
  /<(script|style|svg|math|object|embed|form|input|base|meta|link)|<[^>]*\son\w+\s*=|<[^>]*(href|src)="(?!https?:|\/files|mailto:|tel:)/i

describe('HTML in rich text', () => {
  it('reaches the app of the owners without anything that acts, from every field that takes it', async () => {
    for (const { html } of hostileHtml) {
      await app.call(cmsPages.edit, { cms_page_id: app.ids.cms_page_id, title: 'Terms', content: html })
      await app.call(manualPages.edit, { manual_page_id: app.ids.manual_page_id, content: html })
      const pages = await app.call(content.cmsPages, {}, visitor)
      const manual = await app.call(content.manualPages, { manual_id: app.ids.manual_id }, visitor)
      for (const { content: shown } of [...pages.data, ...manual.data])
        expect([html, shown]).toEqual([html, expect.not.stringMatching(acting)])
    }
  })

  it('makes a PDF without scripts, forms and links that run', async () => {
    const text = hostileHtml
      .map(({ html }) => `<p>A sample</p>${html}`)
      .join('')
      .slice(0, 200_000)
    await app.call(manualPages.edit, { manual_page_id: app.ids.manual_page_id, content: text })
    const { data } = await app.call(manuals.generate_pdf, { manual_id: app.ids.manual_id })
    const pdf = (await app.app.inject(new URL(data.pdf_url ?? '').pathname)).rawPayload.toString('latin1')
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    expect(pdf).not.toMatch(/\/JavaScript|\/JS\b|\/Launch|\/AcroForm|\/EmbeddedFile|javascript:|vbscript:|data:text/i)
  })
})

describe('the address of a link', () => {
  it.each([
    'javascript:window.ran=1',
    ' javascript:window.ran=1',
    'JaVaScRiPt:window.ran=1//https://example.com',
    'java\tscript:window.ran=1',
    'https:javascript:window.ran=1',
    'data:text/html,<script>window.ran=1</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'ftp://example.com',
    '//example.com',
    'https://example.com@elsewhere.invalid',
    'https://user:password@example.com',
    'https://',
    'http:///example.com',
    'view-source:https://example.com',
  ])('is refused when it could run something or hides where it leads: %j', async (url) => {
    const form = formOf({ name: 'Forum', url, icon: await aPicture({ width: 60 }) })
    expect((await app.refusal(socialMedias.add, form)).message).toBe('Invalid URL, please enter the valid URL.')
  })

  it('is refused when it goes on in another line', async () => {
    const url = 'https://example.com\njavascript:window.ran=1'
    const form = formOf({ name: 'Forum', url, icon: await aPicture({ width: 60 }) })
    expect((await app.refusal(socialMedias.add, form)).message).toBe('Invalid URL, please enter the valid URL.')
  })
})
