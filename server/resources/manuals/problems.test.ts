import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { subTopics } from '#contract/sub-topics.ts'
import type { CleanHtml } from '../../db/schema.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { aPicture } from '../../testing/pictures.ts'

let app: TestApp
let make: ReturnType<typeof manualFactory>
let manual: { _id: string }
let topic: { _id: string }
beforeEach(async () => {
  app = await buildTestApp()
  make = manualFactory(app)
  manual = await make.aManual()
  topic = await make.aTopic()
})
afterEach(() => app.close())

let place = 0
const aPage = async (content: string) =>
  make.aPage(manual._id, await make.aSubTopic(topic._id, `Sub ${++place}`, place), content)
const problems = async () => (await app.call(manuals.problems, {})).data
const found = async () => (await problems()).map(({ manual_page_id, problem }) => [manual_page_id, problem])
const origin = () => app.deps.settings.publicUrl

/** Stores a text that no call would accept any more. */
const store = (id: string, content: string) =>
  app.db
    .updateTable('manual_pages')
    .set(({ eb }) => ({ content: content as CleanHtml, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

describe('admin/manuals/problems', () => {
  it('are pages without text, unless there is a picture or a table', async () => {
    const { url } = await app.call(manualPages.upload, await aForm())
    await aPage('<p>Look.</p>')
    await aPage(`<p><img src="${url}" alt=""></p>`)
    await aPage('<table><tbody><tr><td><p></p></td></tr></tbody></table>')
    const empty = await aPage('')
    const blank = await aPage('<p> &nbsp;</p><hr>')
    await aPage('<p>—</p>')
    expect(await problems()).toEqual([
      {
        manual_page_id: empty._id,
        title: 'Travel Trailer - 2024 · Electrical · Sub 4',
        problem: 'empty',
        detail: 'The page has no text.',
      },
      expect.objectContaining({ manual_page_id: blank._id, problem: 'empty' }),
    ])
  })

  it('are pictures whose files are gone', async () => {
    const { url } = await app.call(manualPages.upload, await aForm())
    const page = await aPage(`<p>Look.</p><p><img src="${url}" alt="Fuse box"></p>`)
    expect(await found()).toEqual([])
    const name = new URL(url, origin()).pathname.slice('/files/'.length)
    await app.deps.files.remove(name)
    expect(await problems()).toEqual([
      expect.objectContaining({
        manual_page_id: page._id,
        problem: 'picture',
        detail: `The picture “Fuse box” is missing: /files/${name}`,
      }),
    ])
    await app.call(manualPages.edit, { manual_page_id: page._id, content: '<p>Look.</p>' })
    expect(await found()).toEqual([])
  })

  it('are links to deleted pages, until these are restored', async () => {
    const target = await aPage('<p>There.</p>')
    const other = await make.aManual('Toy Hauler', '2025')
    const to = (path: string) => `<p><a href="${origin()}${path}">Here</a></p>`
    const pages: string[] = []
    for (const path of [
      `/manual-pages/${target._id}`,
      `/manual-pages?edit=${target._id}`,
      `/manuals/${manual._id}#${target._id}`,
      `/app/v1/manual_pages/get?_id=${target._id}`,
      `/manuals/${other._id}`,
      '/manual-pages',
      '/login',
    ])
      pages.push((await aPage(to(path)))._id)
    expect(await found()).toEqual([])
    await app.call(manualPages.delete, { manual_page_id: target._id })
    await app.call(manuals.delete, { manual_id: other._id })
    expect(await found()).toEqual(pages.slice(0, 5).map((id) => [id, 'link']))
    expect((await problems())[0]?.detail).toBe(
      `“Here” leads to a manual page that is deleted: ${origin()}/manual-pages/${target._id}`,
    )
    await app.call(manualPages.restore, { manual_page_id: target._id })
    await app.call(manuals.restore, { manual_id: other._id })
    expect(await found()).toEqual([])
  })

  it('are links to what owners do not see, or what never was, each in true words', async () => {
    const target = await aPage('<p>There.</p>')
    const to = (path: string) => `<p><a href="${origin()}${path}">Here</a></p>`
    await aPage(to(`/manual-pages/${target._id}`))
    await aPage(to('/manuals/nowhere'))
    const details = async () => (await problems()).map(({ detail }) => detail.split(': ')[0])
    expect(await details()).toEqual(['“Here” leads to a manual that does not exist'])
    const dated = { manual_page_id: target._id, content: '<p>There.</p>', publish_at: '2099-01-01T00:00:00.000Z' }
    await app.call(manualPages.edit, dated)
    expect(await details()).toEqual([
      '“Here” leads to a manual page that owners do not see now',
      '“Here” leads to a manual that does not exist',
    ])
    await app.call(manuals.delete, { manual_id: target.manual_id._id })
    const other = await make.aManual('Toy Hauler', '2025')
    const at = { ...target.subtopic_id, topic_id: target.topic_id }
    await make.aPage(other._id, at, to(`/manual-pages/${target._id}`))
    expect(await details()).toEqual(['“Here” leads to a manual page that is deleted'])
  })

  it('are addresses that cannot be opened; those of other hosts are not looked up', async () => {
    const fine = await aPage('<p><a href="https://no-such-host.example/">Out</a> <a href="tel:5551234">Call</a></p>')
    const page = await aPage('<p>Old.</p>')
    await store(page._id, '<p><a href="javascript:alert(1)">Old</a> <a href="ftp://example.com/a">File</a></p>')
    expect(await problems()).toEqual([
      expect.objectContaining({ detail: '“Old” has an address that cannot be opened: javascript:alert(1)' }),
      expect.objectContaining({ detail: '“File” has an address that cannot be opened: ftp://example.com/a' }),
    ])
    expect((await found()).flat()).not.toContain(fine._id)
  })

  it('are none of deleted pages, nor of those of deleted manuals and sub topics', async () => {
    const first = await aPage('')
    const second = await aPage('')
    const third = await aPage('')
    expect(await found()).toHaveLength(3)
    await app.call(manualPages.delete, { manual_page_id: first._id })
    await app.call(subTopics.delete, { sub_topic_id: second.subtopic_id._id })
    expect((await found()).flat()).toEqual([third._id, 'empty'])
    await app.call(manuals.delete, { manual_id: manual._id })
    expect(await app.call(manuals.problems, {})).toMatchObject({ data: [], total: 0 })
  })
})

async function aForm() {
  const form = new FormData()
  form.set('image', await aPicture())
  return form
}
