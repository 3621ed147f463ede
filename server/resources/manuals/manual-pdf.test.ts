import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes } from '#contract/changes.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { aPdf, manualFactory } from '../../testing/manuals.ts'
import { TEST_SERVER } from '../../testing/open-test-database.ts'
import { aPicture, formOf } from '../../testing/pictures.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { picturesIn } from './manual-pdf.service.ts'

let app: TestApp
let make: ReturnType<typeof manualFactory>
beforeEach(async () => {
  app = await buildTestApp()
  make = manualFactory(app)
})
afterEach(() => app.close())

const fetched = (url: string | null, headers = {}) => app.app.inject({ url: new URL(url ?? '').pathname, headers })
const manual = async () => (await app.call(manuals.list, {})).data[0]

type Tag = { role: string; alt?: string; children: (Tag | { type: string })[] }

/** The elements of a page, as `Root(Document(P))`. */
function tagsOf({ role, alt, children }: Tag): string {
  const within = children.filter((child) => 'role' in child).map(tagsOf)
  return `${role}${alt ? `: ${alt}` : ''}${within.length ? `(${within.join(' ')})` : ''}`
}

describe('admin/manuals/generate_pdf', () => {
  it('makes the manual from its active pages in sequence, with contents, outline, pictures and page numbers', async () => {
    const { _id: manual_id } = await make.aManual()
    const plumbing = await make.aTopic('Plumbing', 2)
    const electrical = await make.aTopic('Electrical', 1)
    const pumps = await make.aSubTopic(plumbing._id, 'Pumps', 1)
    const solar = await make.aSubTopic(electrical._id, 'Solar', 2)
    const fuses = await make.aSubTopic(electrical._id, 'Fuses', 1)
    const gone = await make.aSubTopic(electrical._id, 'Generator', 3)
    const image = await aPicture({ width: 400, height: 200 })
    const { url } = await app.call(manualPages.upload, formOf({ image }))
    await make.aPage(manual_id, pumps, '<p>Prime the pump.</p>')
    await make.aPage(manual_id, solar, `<p>Face south.</p><img src="${url}" alt="Panel">`)
    await make.aPage(manual_id, fuses, '<ul><li><p>Never a larger fuse.</p></li></ul>')
    const page = await make.aPage(manual_id, gone, '<p>Not printed.</p>')
    await app.call(manualPages.delete, { manual_page_id: page._id })

    const { message, data } = await app.call(manuals.generate_pdf, { manual_id })
    expect([message, data.pdf_outdated, data.page_count]).toEqual(['PDF generated successfully.', false, 3])
    const served = await fetched(data.pdf_url)
    const pdf = await getDocumentProxy(new Uint8Array(served.rawPayload))
    const { text } = await extractText(pdf)
    expect(text[0]).toContain('Travel Trailer - 2024')
    expect(text[1]?.replaceAll(/\s+/g, ' ')).toMatch(/Contents Electrical 3 Fuses 3 Solar 3 Plumbing 4 Pumps 4/)
    expect(text[2]).toMatch(/Fuses[\s\S]*Never a larger fuse\.[\s\S]*Solar[\s\S]*Face south\.[\s\S]*3/)
    expect(text.join()).not.toContain('Not printed')
    const outline = await pdf.getOutline()
    expect(outline.map(({ title, items }) => [title, items.map(({ title }) => title)])).toEqual([
      ['Electrical', ['Fuses', 'Solar']],
      ['Plumbing', ['Pumps']],
    ])
    const { fnArray } = await (await pdf.getPage(3)).getOperatorList()
    // 85 is the operation that paints a picture.
    expect(fnArray).toContain(85)
  })

  it('reads texts and pictures of one manual at a time, however many are asked for', async () => {
    const subTopic = await make.aSubTopic((await make.aTopic())._id)
    const { url } = await app.call(manualPages.upload, formOf({ image: await aPicture({ width: 40 }) }))
    const ids = []
    for (const [type, year] of [
      ['Travel Trailer', '2024'],
      ['Truck Camper', '2025'],
    ] as const) {
      const { _id } = await make.aManual(type, year)
      await make.aPage(_id, subTopic, `<img src="${url}" alt="">`)
      ids.push(_id)
    }
    const { promise: held, reject: fail } = Promise.withResolvers<never>()
    const reads = vi.spyOn(app.deps.files, 'read').mockReturnValue(held)
    const answers = ids.map((manual_id) => app.refusal(manuals.generate_pdf, { manual_id }))
    await waitFor(() => expect(reads).toHaveBeenCalled())
    for (let times = 0; times < 5; times++) await app.call(manuals.list, {})
    expect(reads).toHaveBeenCalledTimes(1)
    fail(new Error('the storage is gone'))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500])
    expect(reads).toHaveBeenCalledTimes(2)
  })

  describe('when the server stops before it is ready', () => {
    /** A manual whose PDF is in progress until `goOn` is called, and the refusal its requester gets. */
    async function underWay() {
      const { _id: manual_id } = await make.aManual()
      const image = await aPicture({ width: 40 })
      const { url } = await app.call(manualPages.upload, formOf({ image }))
      await make.aPage(manual_id, await make.aSubTopic((await make.aTopic())._id), `<img src="${url}" alt="">`)
      const { promise: held, resolve } = Promise.withResolvers<Buffer>()
      const reads = vi.spyOn(app.deps.files, 'read').mockReturnValueOnce(held)
      const refusal = app.refusal(manuals.generate_pdf, { manual_id })
      await waitFor(() => expect(reads).toHaveBeenCalled())
      const bytes = Buffer.from(await image.arrayBuffer())
      return { manual_id, refusal, goOn: () => resolve(bytes) }
    }

    it('is made after the restart, by whom it was asked for, who is told so', async () => {
      const { refusal, goOn } = await underWay()
      app.app.leaving.handOver()
      goOn()
      const { status, message } = await refusal
      expect([status, message]).toEqual([
        503,
        'The server is being restarted. The PDF will be generated right after that.',
      ])
      expect((await manual())?.pdf_url).toBeNull()
      await app.runJobs()
      expect((await manual())?.pdf_outdated).toBe(false)
      const { data } = await app.call(changes.list, {})
      expect(data[0]?.sentence).toBe('Administrator generated the PDF of manual “Travel Trailer - 2024” from its pages')
    })

    it('is not made once more where its caller has had it made meanwhile', async () => {
      const { manual_id, refusal, goOn } = await underWay()
      app.app.leaving.handOver()
      goOn()
      await refusal
      await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
      const { pdf_url } = (await manual()) ?? {}
      await app.runJobs()
      expect((await manual())?.pdf_url).toBe(pdf_url)
    })
  })

  it('takes no more pictures than fit into memory', async () => {
    const image = Buffer.from(await (await aPicture({ width: 40 })).arrayBuffer())
    const files = { ...app.deps.files, read: async () => image }
    const texts = ['a', 'b', 'a'].map((name) => `<img src="/files/manual-pages/${name}.png" alt="">`)
    const pictures = await picturesIn({ files }, texts)
    expect(Object.keys(pictures)).toEqual(['/files/manual-pages/a.png', '/files/manual-pages/b.png'])
    const size = Object.values(pictures).reduce((sum, { dataUrl }) => sum + dataUrl.length, 0)
    await expect(picturesIn({ files }, texts, { max: size })).resolves.toEqual(pictures)
    await expect(picturesIn({ files }, texts, { max: size - 1 })).rejects.toThrow('too many pictures for one PDF')
  })

  // The file's content is the same on any database: once is enough, here and in the next test.
  it.runIf(!TEST_SERVER)('says what everything is to those who hear it, and in which language', async () => {
    const { _id: manual_id } = await make.aManual()
    const image = await aPicture({ width: 400, height: 200 })
    const { url } = await app.call(manualPages.upload, formOf({ image }))
    const subTopic = await make.aSubTopic((await make.aTopic())._id)
    const cell = (name: string, text: string) => `<${name}><p>${text}</p></${name}>`
    await make.aPage(
      manual_id,
      subTopic,
      `<p>Look <strong>here</strong>.</p><h1>Fuses</h1><ul><li><p>Never a larger one.</p></li></ul>
       <table><tr>${cell('th', 'Fuse')}</tr><tr>${cell('td', '15 A')}</tr></table>
       <blockquote><p>Beware.</p></blockquote><img src="${url}" alt="The fuse box">`,
    )
    const { data } = await app.call(manuals.generate_pdf, { manual_id })
    const pdf = await getDocumentProxy(new Uint8Array((await fetched(data.pdf_url)).rawPayload))
    expect((await pdf.getMetadata()).info).toMatchObject({ PDFFormatVersion: '1.7', Language: 'en' })
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
    expect(tagsOf(await (await pdf.getPage(1)).getStructTree())).toBe('Root(Document(P P P))')
    expect(tagsOf(await (await pdf.getPage(2)).getStructTree())).toBe('Root(Document(H1 TOC(TOCI TOCI TOCI TOCI)))')
    expect(tagsOf(await (await pdf.getPage(3)).getStructTree())).toBe(
      'Root(Document(H1 H2 P H3 L(LI(LBody(P))) Table(TR(TH(P)) TR(TD(P))) BlockQuote(P) Figure: The fuse box))',
    )
  })

  it.runIf(!TEST_SERVER)('says which characters it could not draw', async () => {
    const { _id: manual_id } = await make.aManual()
    const subTopic = await make.aSubTopic((await make.aTopic())._id)
    await make.aPage(manual_id, subTopic, '<p>Größe, Жук, 漢字, 주전원, नमस्ते, สวัสดี 😀, שלום</p>')
    const { message, warning } = await app.call(manuals.generate_pdf, { manual_id })
    expect([message, warning]).toEqual([
      'PDF generated successfully.',
      'The PDF shows boxes in place of characters that its font lacks (Hebrew): ש ל ו ם',
    ])
  })

  it('is refused with the name of the page where the file of a picture is gone, and the PDF before stays', async () => {
    const { _id: manual_id } = await make.aManual()
    const subTopic = await make.aSubTopic((await make.aTopic())._id)
    const { url } = await app.call(manualPages.upload, formOf({ image: await aPicture({ width: 40, height: 20 }) }))
    await make.aPage(manual_id, subTopic, `<p>Look:</p><img src="${url}" alt="Panel"><img src="${url}" alt="Again">`)
    const { data } = await app.call(manuals.generate_pdf, { manual_id })
    await rm(join(app.dataDir, new URL(url).pathname))
    const refusal = await app.refusal(manuals.generate_pdf, { manual_id })
    expect([refusal.status, refusal.message]).toEqual([
      422,
      'No PDF was generated, because “Fuses” would not be printed whole: the file of a picture is gone.',
    ])
    expect((await manual())?.pdf_url).toBe(data.pdf_url)
  })

  it('says so when there is nothing to make it from', async () => {
    const { _id: manual_id } = await make.aManual()
    const refusal = await app.refusal(manuals.generate_pdf, { manual_id })
    expect([refusal.status, refusal.message]).toEqual([
      422,
      '“Travel Trailer - 2024” has no active pages to make a PDF from.',
    ])
  })

  it('is older than what would be printed: names, contents and their order, and no other change', async () => {
    const { _id: manual_id, category } = await make.aManual()
    const topic = await make.aTopic('Electrical', 1)
    const [fuses, solar] = [await make.aSubTopic(topic._id, 'Fuses', 1), await make.aSubTopic(topic._id, 'Solar', 5)]
    const { _id: manual_page_id } = await make.aPage(manual_id, fuses, '<p>One.</p>')
    await make.aPage(manual_id, solar, '<p>Two.</p>')
    const other = await make.aTopic('Plumbing', 2)
    await app.call(manuals.generate_pdf, { manual_id })
    const sub = { topic_id: topic._id, sub_topic_id: fuses._id }
    const steps: [outdated: boolean, change: () => Promise<unknown>][] = [
      [true, () => app.call(topics.edit, { topic_id: topic._id, name: 'Current', seq_no: 1 })],
      [false, () => app.call(topics.edit, { topic_id: topic._id, name: 'Electrical', seq_no: 1 })],
      [true, () => app.call(subTopics.edit, { ...sub, name: 'Breakers', seq_no: 1 })],
      [false, () => app.call(subTopics.edit, { ...sub, name: 'Fuses', seq_no: 3 })],
      [true, () => app.call(subTopics.edit, { ...sub, name: 'Fuses', seq_no: 9 })],
      [false, () => app.call(subTopics.edit, { ...sub, name: 'Fuses', seq_no: 1 })],
      [true, () => app.call(rvTypes.edit, { cat_id: category._id, name: 'Trailer', seq_no: 1 })],
      [false, () => app.call(rvTypes.edit, { cat_id: category._id, name: 'Travel Trailer', seq_no: 2 })],
      [true, () => app.call(manualPages.delete, { manual_page_id })],
      [false, () => app.call(manualPages.restore, { manual_page_id })],
      [true, () => app.call(manualPages.edit, { manual_page_id, content: '<p>Three.</p>' })],
      [false, () => app.call(manualPages.edit, { manual_page_id, content: '<p>One.</p>' })],
      [false, () => app.call(topics.edit, { topic_id: other._id, name: 'Water', seq_no: 2 })],
    ]
    for (const [place, [outdated, change]] of steps.entries()) {
      await change()
      expect([place, (await manual())?.pdf_outdated]).toEqual([place, outdated])
    }
  })

  it('is older than a page that was changed before it was made and committed after', async () => {
    const { _id: manual_id } = await make.aManual()
    const page = await make.aPage(manual_id, await make.aSubTopic((await make.aTopic())._id), '<p>One.</p>')
    await app.call(manuals.generate_pdf, { manual_id })
    await app.call(manualPages.edit, { manual_page_id: page._id, content: '<p>Two.</p>' })
    const earlier = '2026-01-01T00:00:00.000Z'
    await app.db.updateTable('manual_pages').set({ updated_at: earlier }).where('id', '=', page._id).execute()
    expect((await manual())?.pdf_outdated).toBe(true)
  })

  it('is older than the pages as soon as one changes, and up to date once made again', async () => {
    const { _id: manual_id } = await make.aManual()
    const subTopic = await make.aSubTopic((await make.aTopic())._id)
    const { _id: manual_page_id } = await make.aPage(manual_id, subTopic, '<p>One.</p>')
    const generate = () => app.call(manuals.generate_pdf, { manual_id })
    await generate()
    expect((await manual())?.pdf_outdated).toBe(false)
    const changes = [
      () => app.call(manualPages.edit, { manual_page_id, content: '<p>Two.</p>' }),
      () => app.call(manualPages.delete, { manual_page_id }),
      () => app.call(manualPages.restore, { manual_page_id }),
    ]
    for (const change of changes) {
      await change()
      expect((await manual())?.pdf_outdated).toBe(true)
      await app.call(manuals.create_pdf, formOf({ manual_id, file: await aPdf() }))
      expect((await manual())?.pdf_outdated).toBe(false)
    }
  })
})
