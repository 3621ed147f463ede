import { type AppImage, SLIDER_CODE } from '#contract/app-images.ts'
import { numberColumn } from '../../db/list-columns.ts'
import { inSequence, type List, type RowOf } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../outside/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'

const selectAppImages = (db: Db) =>
  db.selectFrom('app_images').select(recordColumns('app_images')).select(['url_file', 'seq_no'])

type Row = RowOf<typeof selectAppImages>

function toAppImage({ url_file, ...row }: Row): AppImage {
  return { ...toRecord(row), url: filePath(url_file), code: SLIDER_CODE }
}

export const appImageList: List<Row, AppImage, 'app_images'> = {
  table: 'app_images',
  select: selectAppImages,
  toWire: toAppImage,
  reads: ['admins'],
  columns: { seq_no: numberColumn('app_images.seq_no') },
  order: inSequence('app_images'),
}
