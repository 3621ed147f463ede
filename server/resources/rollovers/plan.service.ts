import type { RolloverCounts } from '#contract/rollovers.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { readRow } from '../../records/rows.ts'
import { manualName } from '../manuals/manuals.repository.ts'
import { countSources, sourcesOf, type ToCopy } from './rollovers.repository.ts'

type Named = { _id: string; name: string }
type Planned = {
  counts: RolloverCounts
  models: (Named & { rv_type: string })[]
  manuals: (Named & { page_count: number })[]
  topics: (Named & { page_count: number })[]
}

/** What a rollover would copy, and everything in the year that could be chosen. Throws 404 for the year. */
export async function planRollover(db: Db, plan: ToCopy): Promise<Planned> {
  await readRow(db, 'years', plan.from_year_id)
  const all: ToCopy = { from_year_id: plan.from_year_id, parts: ['models', 'manuals', 'pages'] }
  const [ofModels, ofManuals, ofPages] = [
    sourcesOf(db, 'models', all),
    sourcesOf(db, 'manuals', all),
    sourcesOf(db, 'pages', all),
  ]
  const models = await readQuery<Planned['models'][number]>(
    db,
    `select models.id as _id, models.name, rv_types.name as rv_type
     from models inner join rv_types on rv_types.id = models.cat_id
     where ${ofModels.sql} order by rv_types.seq_no, rv_types.name_key, models.seq_no, models.name_key, models.id`,
    ofModels.values,
  )
  const manuals = await readQuery<{ _id: string; rv_type: string; year: string }>(
    db,
    `select manuals.id as _id, rv_types.name as rv_type, years.name as year from manuals
       inner join rv_types on rv_types.id = manuals.cat_id inner join years on years.id = manuals.year_id
     where ${ofManuals.sql} order by rv_types.seq_no, rv_types.name_key, manuals.id`,
    ofManuals.values,
  )
  const pages = await readQuery<{ manual_id: string; topic_id: string; topic: string; total: number | string }>(
    db,
    `select manual_pages.manual_id, manual_pages.topic_id, topics.name as topic, count(*) as total
     from manual_pages inner join topics on topics.id = manual_pages.topic_id
     where ${ofPages.sql}
     group by manual_pages.manual_id, manual_pages.topic_id, topics.name, topics.seq_no, topics.name_key
     order by topics.seq_no, topics.name_key`,
    ofPages.values,
  )
  const ofManual = new Map<string, number>()
  const topics = new Map<string, Planned['topics'][number]>()
  for (const { manual_id, topic_id, topic, total } of pages) {
    ofManual.set(manual_id, (ofManual.get(manual_id) ?? 0) + Number(total))
    const known = topics.get(topic_id) ?? { _id: topic_id, name: topic, page_count: 0 }
    topics.set(topic_id, { ...known, page_count: known.page_count + Number(total) })
  }
  return {
    counts: await countSources(db, plan),
    models,
    manuals: manuals.map(({ _id, rv_type, year }) => ({
      _id,
      name: manualName(rv_type, year),
      page_count: ofManual.get(_id) ?? 0,
    })),
    topics: [...topics.values()],
  }
}
