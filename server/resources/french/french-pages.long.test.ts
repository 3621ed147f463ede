import { expect, it } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { frenchCalls } from '#contract/french-calls.ts'
import { imports } from '#contract/imports.ts'
import { buildTestApp } from '../../testing/build-test-app.ts'
import { formOf } from '../../testing/pictures.ts'

const PAGES = 1000
const WORDS = [
  'Water',
  '&amp; gas',
  '&lt;50 psi&gt;',
  'l’été',
  '«&nbsp;ici&nbsp;»',
  '😀',
  '"so"',
  "it's",
  'a\u202fb',
  '\n',
  '\t',
]
const INLINE = ['strong', 'em', 'u', 's', 'sub', 'sup', 'mark', 'code']
const pick = <One>(some: readonly One[]) => some[Math.floor(Math.random() * some.length)] as One
const many = (most: number, make: () => string) =>
  Array.from({ length: 1 + Math.floor(Math.random() * most) }, make).join(' ')

function inline(depth = 0): string {
  const one = Math.random()
  if (depth > 3 || one < 0.5) return many(6, () => pick(WORDS))
  if (one < 0.6) return '<br>'
  if (one < 0.7) return `<a href="https://example.com/?a=1&amp;b=${depth}">${inline(depth + 1)}</a>`
  if (one < 0.75) return '<img src="/files/cms/a-1.png" alt="A &quot;valve&quot; &amp; pipe">'
  const name = pick(INLINE)
  return `<${name}>${inline(depth + 1)}</${name}>`
}
const block = () =>
  pick([
    () => `<p style="text-align: center;">${inline()}</p>`,
    () => `<h2>${inline()}</h2>`,
    () => `<ul><li><p>${inline()}</p></li><li><p>${inline()}</p></li></ul>`,
    () => `<table><tbody><tr><td><p>${inline()}</p></td></tr></tbody></table>`,
    () => `<p>${inline()} ${inline()}</p>`,
  ])()

it('1,000 pages leave as XLIFF and come back without a changed byte, as they are and as somebody writes them', async () => {
  const app = await buildTestApp({ LANGUAGES: 'en,fr' })
  const pages: string[] = []
  /** Pages whose French matches the present English. */
  const current = new Set<string>()
  for (let number = 0; number < PAGES; number++) {
    const title = `Page ${number} & more`
    const content = `<p>Page ${number}.</p>${many(5, block)}`
    const content_fr = number % 2 ? `<p>Page ${number} en français.</p>${block()}` : ''
    const fields = { code: `page-${number}`, title, content, content_fr }
    const { data } = await app.call(cmsPages.add, fields)
    if (number % 10 === 1) {
      const later = { ...fields, cms_page_id: data._id, content: `${data.content}<p>And more.</p>` }
      await app.call(cmsPages.edit, later)
    }
    pages.push(data._id)
    if (number % 2 && number % 10 !== 1) current.add(data._id)
  }
  const all = async () => app.db.selectFrom('cms_pages').selectAll().where('id', 'in', pages).orderBy('id').execute()
  const rehearse = async (xliff: string) =>
    (await app.call(imports.rehearse, formOf({ record_type: 'french', file: new File([xliff], 'pages.xlf') }))).data
  const before = await all()
  const xliff = (await app.send(frenchCalls.export, { format: 'xliff', record_type: 'cms_pages' })).body
  const { counts } = await rehearse(xliff)
  expect(counts).toMatchObject({ changed: 0, refused: 0 })
  expect(counts.unchanged).toBeGreaterThanOrEqual(2 * PAGES)
  expect(await all()).toEqual(before)

  // Like programs that copy the source text for translation.
  const copied = xliff.replace(
    /<segment state="initial"[^>]*><source>(.*?)<\/source>(?:<target>.*?<\/target>)?/gs,
    '<segment state="translated"><source>$1</source><target>$1</target>',
  )
  const { rehearsal_id, counts: found } = await rehearse(copied)
  expect(found.refused).toBe(0)
  await app.call(imports.apply, { rehearsal_id })
  await app.runJobs()
  for (const page of await all()) {
    expect(page.title_fr).toBe(page.title)
    const earlier = before.find(({ id }) => id === page.id)
    expect(page.content).toBe(earlier?.content)
    // French that was current stays; everything else now equals the English, byte by byte.
    expect(page.content_fr).toBe(current.has(page.id) ? earlier?.content_fr : page.content)
    expect(page.french).toBe('current')
  }
  await app.close()
})
