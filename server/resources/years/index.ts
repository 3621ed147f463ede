import { content } from '#contract/owner/content.ts'
import { years } from '#contract/years.ts'
import { askPage } from '../../db/lists/list-page.ts'
import { active, publishedToAll } from '../../http/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { yearList } from './years.repository.ts'
import { yearRecords } from './years.service.ts'

export const servedYears: ServedKind<'years'> = {
  list: yearList,
  serve: (app, deps) => serveRecords(app, deps, years, yearRecords),
  publish: (app, deps) =>
    publishedToAll(app, deps, content.years, yearList, async (db, input) =>
      (await askPage(db, yearList, { ...active(input), sort: [{ field: 'name', order: 'desc' }] })).read(),
    ),
}
