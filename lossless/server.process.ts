import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { content } from '#contract/owner/content.ts'
import { answerParent } from '../server/processes/child-process.ts'
import { buildTestApp } from '../server/testing/build-test-app.ts'
import { manualFactory } from '../server/testing/manuals.ts'
import { prepareTemplate, TEST_SERVER } from '../server/testing/open-test-database.ts'
import { aPicture, formOf } from '../server/testing/pictures.ts'
import { type ReadPage, readPdf } from './read-pdf.ts'

/** What is stored, each page with its own name. */
export type Written = { pages: { name: string; html: string }[] }
/** What came of a page: as an administrator and an owner get it, and in the PDF. */
export type Kept = { stored: string; owners: string; pdf: ReadPage | undefined }

const PICTURE = /\/files\/[\w-]+\.(?:png|jpg)/g

/** Stores pages as a manual, with real pictures in place of theirs, and gives back what everybody reads of them. */
answerParent(async ({ pages }: Written): Promise<Kept[]> => {
  if (TEST_SERVER) await prepareTemplate(TEST_SERVER)
  const app = await buildTestApp()
  try {
    const make = manualFactory(app)
    const { _id: manual_id } = await make.aManual()
    const topic = await make.aTopic()
    const pictures = new Map<string, string>()
    for (const address of new Set(pages.flatMap(({ html }) => html.match(PICTURE) ?? []))) {
      const image = await aPicture({ width: 120 + pictures.size, height: 80 })
      pictures.set(address, (await app.call(manualPages.upload, formOf({ image }))).url)
    }
    for (const [place, { name, html }] of pages.entries()) {
      const subTopic = await make.aSubTopic(topic._id, name, place)
      await make.aPage(
        manual_id,
        subTopic,
        html.replace(PICTURE, (address) => pictures.get(address) ?? address),
      )
    }
    const inPlace = (html: string) =>
      [...pictures].reduce((text, [address, url]) => text.replaceAll(url, address), html)
    const input = { manual_id, page: 1, per_page: 100 }
    const stored = await Promise.all(
      (await app.call(manualPages.list, input)).data.map(
        async ({ _id }) => (await app.call(manualPages.get, { manual_page_id: _id })).data,
      ),
    )
    const owners = (await app.call(content.manualPages, input, { token: null })).data
    const { data } = await app.call(manuals.generate_pdf, { manual_id })
    const served = await app.app.inject({ url: new URL(data.pdf_url ?? '').pathname })
    const printed = await readPdf(new Uint8Array(served.rawPayload))
    return pages.map(({ name }) => ({
      stored: inPlace(stored.find((page) => page.subtopic_id.name === name)?.content ?? ''),
      owners: inPlace(owners.find((page) => page.subtopic_id.name === name)?.content ?? ''),
      pdf: printed.get(name),
    }))
  } finally {
    await app.close()
  }
})
