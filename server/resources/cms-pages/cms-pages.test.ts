import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cmsPages } from '#contract/cms-pages.ts'
import { RICH_TEXT_CHARACTERS } from '#contract/fields.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ PUBLIC_URL: 'https://rv.example' })
})
afterEach(() => app.close())

const about = { title: 'About', content: '<p>Hello</p>', code: 'about' }
const aPage = async (fields = {}) => (await app.call(cmsPages.add, { ...about, ...fields })).data

describe('admin/cms_pages', () => {
  it('says each change in the agreed words', async () => {
    const added = await app.call(cmsPages.add, about)
    const cms_page_id = added.data._id
    const edited = await app.call(cmsPages.edit, { ...about, cms_page_id, version: 1, title: 'About us' })
    const removed = await app.call(cmsPages.delete, { cms_page_id, version: 2 })
    const restored = await app.call(cmsPages.restore, { cms_page_id, version: 3 })
    expect([added, edited, removed, restored].map(({ message }) => message)).toEqual([
      'CMS data added successfully.',
      'CMS data updated successfully.',
      'CMS data removed successfully.',
      'CMS data restored successfully.',
    ])
    expect(edited.data).toMatchObject({ title: 'About us', content: '<p>Hello</p>', code: 'about', version: 2 })
  })

  it('cleans the content on every write', async () => {
    const content = '<p onclick="x()">a<script>alert(1)</script></p>'
    const { _id, content: added } = await aPage({ content })
    const edit = { ...about, cms_page_id: _id, content: `${content}<iframe src="https://elsewhere.example"></iframe>` }
    expect([added, (await app.call(cmsPages.edit, edit)).data.content]).toEqual(['<p>a</p>', '<p>a</p>'])
    expect((await app.call(cmsPages.list, {})).data[0]?.content).toBe('<p>a</p>')
    const stored = await app.db.selectFrom('cms_pages').select('content').executeTakeFirstOrThrow()
    expect(stored.content).toBe('<p>a</p>')
  })

  it('keeps videos, and images of its own storage in a form that outlives the address of the site', async () => {
    const content =
      '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe><img src="https://rv.example/files/a.png" alt="A">'
    const page = await aPage({ content })
    expect(page.content).toContain('youtube-nocookie.com/embed/dQw4w9WgXcQ')
    expect(page.content).toContain('<img src="https://rv.example/files/a.png" alt="A">')
    const stored = await app.db.selectFrom('cms_pages').select('content').executeTakeFirstOrThrow()
    expect(stored.content).toContain('<img src="/files/a.png" alt="A">')
  })

  it('counts what is sent back as it was read as no change', async () => {
    const { _id, content } = await aPage({ content: '<h2>A</h2><p>b<br>c</p><img src="/files/a.png">' })
    const { data } = await app.call(cmsPages.edit, { title: 'About', content, code: 'about', cms_page_id: _id })
    expect(data.version).toBe(1)
  })

  it('never changes a code, whatever is sent', async () => {
    const { _id } = await aPage()
    const { data } = await app.call(cmsPages.edit, { ...about, code: 'other', cms_page_id: _id })
    expect(data.code).toBe('about')
  })

  it('takes content that is left out, and no title or code that is', async () => {
    expect((await aPage({ content: undefined })).content).toBe('')
    const { errors } = await app.refusal(cmsPages.add, { title: ' ' })
    expect(errors).toEqual({ title: ['Title cannot be empty.'], code: ['Code cannot be empty.'] })
  })

  it('has each code once among the active pages; titles may repeat', async () => {
    const { _id } = await aPage()
    const { status, errors } = await app.refusal(cmsPages.add, { ...about, code: 'ABOUT' })
    expect([status, errors]).toEqual([422, { code: ['Code already exists.'] }])
    await app.call(cmsPages.delete, { cms_page_id: _id })
    await aPage({ code: 'about' })
    const restore = await app.refusal(cmsPages.restore, { cms_page_id: _id })
    expect([restore.status, restore.errors]).toEqual([422, { code: ['Code already exists.'] }])
    expect((await aPage({ code: 7 })).code).toBe('7')
  })

  it('takes as much as fits, in any script, and refuses more in clear words', async () => {
    const page = await aPage({ content: '一'.repeat(RICH_TEXT_CHARACTERS) })
    expect(page.content).toHaveLength(RICH_TEXT_CHARACTERS)
    const { status, errors } = await app.refusal(cmsPages.add, {
      ...about,
      code: 'more',
      content: 'x'.repeat(RICH_TEXT_CHARACTERS + 1),
    })
    expect([status, errors?.content]).toEqual([422, ['Please use at most 300,000 characters.']])
    for (const content of ['😀'.repeat(RICH_TEXT_CHARACTERS + 1), '\\ud83d\\ude00'.repeat(RICH_TEXT_CHARACTERS + 1)]) {
      const emoji = await app.send(cmsPages.add, `{"title":"About","code":"more","content":"${content}"}`)
      expect([emoji.statusCode, emoji.json().message]).toEqual([422, 'Please use at most 300,000 characters.'])
    }
    // Cleaning adds attributes, which make these links longer than sent.
    const links = await app.refusal(cmsPages.add, {
      ...about,
      code: 'more',
      content: '<a href="https://a.example">a</a>'.repeat(5000),
    })
    expect([links.status, links.errors?.content]).toEqual([422, ['Please use at most 300,000 characters.']])
    const large = await app.refusal(cmsPages.add, { ...about, code: 'more', content: 'x'.repeat(5_000_000) })
    expect([large.status, large.message]).toEqual([413, 'The request is too large.'])
    expect((await app.call(cmsPages.list, {})).total).toBe(1)
  })

  it('adds once for one Idempotency-Key', async () => {
    const [one, other] = [
      await app.call(cmsPages.add, about, { idempotencyKey: 'k1' }),
      await app.call(cmsPages.add, about, { idempotencyKey: 'k1' }),
    ]
    expect(other.data._id).toBe(one.data._id)
  })

  it('refuses a change made on an older version, with the current record', async () => {
    const { _id } = await aPage()
    await app.call(cmsPages.edit, { ...about, cms_page_id: _id, version: 1, content: '<p>Theirs</p>' })
    const refusal = await app.refusal(cmsPages.edit, { ...about, cms_page_id: _id, version: 1, content: '<p>Mine</p>' })
    expect([refusal.status, refusal.data]).toMatchObject([409, { content: '<p>Theirs</p>', version: 2 }])
  })

  it('are listed newest first, found and sorted by title', async () => {
    await aPage()
    await aPage({ title: 'Terms', code: 'terms' })
    const titles = async (input: object) => (await app.call(cmsPages.list, input)).data.map(({ title }) => title)
    expect(await titles({})).toEqual(['Terms', 'About'])
    expect(await titles({ filters: { title: { value: 'ABO' } } })).toEqual(['About'])
    expect(await titles({ sort: [{ field: 'title', order: 'asc' }] })).toEqual(['About', 'Terms'])
  })
})

it('lets pages frame the players of videos and nothing else', async () => {
  const { headers } = await app.app.inject('/')
  expect(String(headers['content-security-policy'])).toMatch(
    /(^|;)frame-src https:\/\/www\.youtube-nocookie\.com https:\/\/www\.youtube\.com https:\/\/player\.vimeo\.com(;|$)/,
  )
})
