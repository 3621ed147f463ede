import type { ContentDeps, FileDeps } from '../deps.ts'
import type { OpenChange } from '../records/open-change.ts'
import { asPartOf } from '../records/open-change.ts'
import { manualPageRecords, uploadPageImage } from '../resources/manual-pages/manual-pages.service.ts'
import { generateManualPdf } from '../resources/manuals/manual-pdf.service.ts'
import { manualRecords } from '../resources/manuals/manuals.service.ts'
import { drawing, drawingAlt, drawingNames } from './manual-drawings.ts'
import { demoManuals, demoPages } from './texts.ts'

/** Adds manuals with pages and drawings, two of them with a PDF. Call it in a transaction, after the topics. */
export async function addManuals(deps: FileDeps & ContentDeps, change: OpenChange) {
  const { db } = deps
  const pictures = new Map<string, string>()
  for (const name of drawingNames) {
    pictures.set(name, `<img src="${await uploadPageImage(deps, await drawing(name))}" alt="${drawingAlt(name)}">`)
  }
  const subTopics = await db
    .selectFrom('sub_topics')
    .innerJoin('topics', 'topics.id', 'sub_topics.topic_id')
    .select(['sub_topics.id', 'sub_topics.name', 'sub_topics.topic_id'])
    .where('sub_topics.is_deleted', '=', 0)
    .orderBy('topics.seq_no', 'desc')
    .orderBy('sub_topics.seq_no', 'desc')
    .execute()

  const pages = demoPages()
  for (const { type, year, kind, pdf } of demoManuals()) {
    const { _id: manual_id } = await manualRecords.add(
      { db },
      { category: await idOf(deps, 'rv_types', type), year: await idOf(deps, 'years', year) },
      asPartOf(db, change),
    )
    let last: { _id: string; content: string } | undefined
    for (const { id, name, topic_id } of subTopics) {
      const page = pages[name]
      if (!page || (page.only && page.only !== kind)) continue
      const content = page.html.replace(/\[([a-z]+)\]/g, (_, drawn: string) => pictures.get(drawn) ?? '')
      const fields = { manual_id, topic_id, subtopic_id: id, content }
      last = await manualPageRecords.add(deps, fields, asPartOf(deps.db, change))
    }
    if (pdf !== 'none') await generateManualPdf(deps, { manual_id }, asPartOf(deps.db, change))
    if (pdf === 'outdated' && last) {
      const content = `${last.content}<p>Changed in November 2026: ask your dealer for the new booklet.</p>`
      await manualPageRecords.edit(deps, { id: last._id, fields: { content } }, asPartOf(deps.db, change))
    }
  }
  const gone = { category: await idOf(deps, 'rv_types', 'Toy Hauler'), year: await idOf(deps, 'years', '2023') }
  const { _id } = await manualRecords.add({ db }, gone, asPartOf(db, change))
  await manualRecords.setDeleted(db, _id, { deleted: true }, change)
}

const idOf = async ({ db }: FileDeps, table: 'rv_types' | 'years', name: string) =>
  (await db.selectFrom(table).select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
