import type { CmsPage } from '#contract/cms-pages.ts'
import type { ListInput } from '#contract/records.ts'
import { textColumn } from '../../db/list-columns.ts'
import { type List, listPage, newestFirst } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & { title: string; content: string; code: string }

const selectCmsPages = (db: Db) =>
  db
    .selectFrom('cms_pages')
    .select(updatedBy('cms_pages'))
    .select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'title', 'content', 'code'])

const toCmsPage: (row: Row) => CmsPage = toRecord

export const cmsPageList: List<Row, CmsPage> = {
  table: 'cms_pages',
  select: selectCmsPages,
  toWire: toCmsPage,
  reads: ['admins'],
  columns: { title: textColumn('cms_pages', 'title_key') },
  order: newestFirst('cms_pages'),
}

/** One page of CMS pages, content included. */
export const listCmsPages = (db: Db, input: ListInput) => listPage(db, cmsPageList, input)

/** The CMS page with this id, deleted or not. Throws 404. */
export async function findCmsPage(db: Db, id: string) {
  const row = await selectCmsPages(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This CMS page')
  return toCmsPage(row)
}
