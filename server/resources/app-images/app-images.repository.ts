import { type AppImage, SLIDER_CODE } from '#contract/app-images.ts'
import { inSequence, type List, type RowOf } from '../../db/lists/list-page.ts'
import { publishedOf } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../integrations/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectAppImages = (db: Db) =>
  db.selectFrom('app_images').select(recordColumns('app_images')).select(ownColumns('app_images'))

type Row = RowOf<typeof selectAppImages>

function toAppImage({ url_file, url_file_fr, ...row }: Row): AppImage {
  const url_fr = url_file_fr && filePath(url_file_fr)
  return { ...toRecord(row), url: filePath(url_file), url_fr, code: SLIDER_CODE }
}

export const appImageList: List<Row, AppImage, 'app_images'> = {
  table: 'app_images',
  select: selectAppImages,
  toWire: toAppImage,
  reads: ['admins'],
  columns: listedColumns('app_images'),
  scopes: { published: publishedOf('app_images') },
  order: inSequence('app_images'),
}
