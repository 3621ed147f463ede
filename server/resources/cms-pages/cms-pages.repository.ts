import type { CmsPage } from '#contract/cms-pages.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { listedColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/to-record.ts'

// No index finds parts of codes.
const { code: _code, ...columns } = listedColumns('cms_pages')

export const cmsPageList = {
  ...listOf('cms_pages', {
    select: (db) => selectRecords(db, 'cms_pages'),
    // Lists do not read scheduled edits.
    toWire: ({ edits: _waiting, ...row }): CmsPage => toRecord(row),
  }),
  columns,
}
