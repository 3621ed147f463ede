import { content, contentFound } from '#contract/owner/content.ts'
import { isoNow } from '../../clock.ts'
import { isPublished } from '../../db/lists/published.ts'
import { publishedToAll } from '../../http/published.ts'
import { publishedOne } from '../../http/published-one.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { manualList, withPagesShown } from './manuals.repository.ts'
import { manualRoutes } from './manuals.routes.ts'
import { manualRecords } from './manuals.service.ts'

export const servedManuals: ServedKind<'manuals'> = {
  list: manualList,
  serve: manualRoutes,
  publish(app, deps) {
    publishedToAll(app, deps, content.manuals, manualList, undefined, async (manuals, at) =>
      withFiles(deps, 'manuals', await withPagesShown(deps.db, manuals, at)),
    )
    publishedOne(app, contentFound.manual, 'This manual', async (id) => {
      const row = await manualRecords.find(deps.db, id)
      return (await isPublished(deps.db, 'manuals', id))
        ? (await withFiles(deps, 'manuals', await withPagesShown(deps.db, [row], isoNow())))[0]
        : undefined
    })
  },
}
