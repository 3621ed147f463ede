import { content } from '#contract/owner/content.ts'
import type { ListInput } from '#contract/records.ts'
import { years } from '#contract/years.ts'
import { askPage } from '../../db/lists/list-page.ts'
import { publishedScope } from '../../db/lists/published.ts'
import { active, publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { yearList } from './years.repository.ts'
import { yearRecords } from './years.service.ts'

export const servedYears: ServedKind<'years'> = {
  list: yearList,
  serve: (app, deps) => serveRecords(app, deps, years, yearRecords),
  publish: (app, deps) =>
    publishedToAll(app, deps, content.years, yearList, async (db, input, at) => {
      const sort: ListInput['sort'] = [{ field: 'name', order: 'desc' }]
      return (await askPage(db, yearList, { ...active(input), sort }, publishedScope(yearList, at))).read()
    }),
}
