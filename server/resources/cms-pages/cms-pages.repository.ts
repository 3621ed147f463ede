import type { CmsPage } from '#contract/cms-pages.ts'
import { idColumn, textColumn, timeColumn } from '../../db/lists/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { publishedOf } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectCmsPages = (db: Db) =>
  db.selectFrom('cms_pages').select(recordColumns('cms_pages')).select(ownColumns('cms_pages'))

type Row = RowOf<typeof selectCmsPages>

/** Lists do not read scheduled edits. */
const toCmsPage = ({ edits: _waiting, ...row }: Row): CmsPage => toRecord(row)

export const cmsPageList: List<Row, CmsPage, 'cms_pages'> = {
  table: 'cms_pages',
  select: selectCmsPages,
  toWire: toCmsPage,
  reads: ['admins'],
  columns: {
    title: textColumn('cms_pages', 'title_key'),
    title_fr: textColumn('cms_pages', 'title_fr_key'),
    french: idColumn('cms_pages.french'),
    publish_at: { ...timeColumn('cms_pages.publish_at'), nullable: true },
    unpublish_at: { ...timeColumn('cms_pages.unpublish_at'), nullable: true },
    edits_at: { ...timeColumn('cms_pages.edits_at'), nullable: true },
  },
  scopes: { published: publishedOf('cms_pages') },
  order: newestFirst('cms_pages'),
}
