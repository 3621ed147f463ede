import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cmsPages } from '#contract/cms-pages.ts'
import type { Column } from '#contract/column.ts'
import { kinds } from '#contract/kinds.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { content } from '#contract/owner/content.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { readQuery } from '#server/db/raw-query.ts'
import { cmsPageList } from '#server/resources/cms-pages/cms-pages.repository.ts'
import { recordsOf } from '#server/resources/records/records-of.ts'
import { hostileHtml } from '#server/testing/hostile-html.ts'
import { changeBy } from '#server/testing/people.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'
import { asPartOf } from '../server/records/open-change.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp } from './inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())

type Json = { properties?: Record<string, unknown> }
type Row = object
type Listed = object & { _id: string; is_deleted: boolean; created_at: string; updated_at: string; version: number }

const visitor = { token: null }
const acting =
  /<(script|style|svg|math|object|embed|form|input|base|meta|link)|<[^>]*\son\w+\s*=|<[^>]*(href|src)="(?!https?:|\/files|mailto:|tel:)/i

/** The kinds of records with rich text, each with its fields of that type. */
const richKinds = Object.entries(kinds).flatMap(([table, { key, columns }]) => {
  const fields = Object.entries<Column>(columns).flatMap(([name, { type, wire = name }]) =>
    type === 'rich_text' ? [wire] : [],
  )
  return fields.length ? [[table, key, fields] as const] : []
})

describe('HTML in rich text', () => {
  it.each(richKinds)('of %s is stored without anything that acts, in every field', async (table, key, fields) => {
    const takes = everyCall.filter(([, { input, change }]) => {
      const names = Object.keys(
        (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json).properties ?? {},
      )
      return change === 'edit' && names.includes(key) && fields.every((field) => names.includes(field))
    })
    expect(takes.length).toBeGreaterThan(0)
    for (const [, edit] of takes) {
      for (const { html } of hostileHtml) {
        const hostile = Object.fromEntries(fields.map((field) => [field, html]))
        await app.call(edit, { ...app.ids, title: 'Terms', [key]: app.ids[key], ...hostile })
        const [row] = await readQuery<Record<string, string>>(app.db, `select * from ${table} where id = ?`, [
          app.ids[key] ?? '',
        ])
        for (const field of fields) expect([html, row?.[field]]).toEqual([html, expect.not.stringMatching(acting)])
      }
    }
  })

  it('is cleaned for a kind without any rule of its own', async () => {
    const plain = recordsOf<Row, Listed, 'cms_pages', { title: string; content: string; code: string }>(
      cmsPageList as never,
    )
    const deps = { db: app.db, settings: app.deps.settings }
    const fields = { title: 'Rules', content: '<img src=x onerror=alert(1)>', code: 'rules' }
    const { _id } = await plain.add(deps, fields, asPartOf(deps.db, changeBy({ _id: app.ids.administrator_id ?? '' })))
    const stored = app.db.selectFrom('cms_pages').select('content').where('id', '=', _id)
    expect((await stored.executeTakeFirstOrThrow()).content).not.toMatch(acting)
  })

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
      // The picture files do not exist, and what cannot be printed completely is refused.
      .replace(/<img/gi, '<em')
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
