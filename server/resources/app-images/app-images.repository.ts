import { type AppImage, SLIDER_CODE } from '#contract/app-images.ts'
import type { ListInput } from '#contract/records.ts'
import { sequenceColumn } from '../../db/list-columns.ts'
import { inSequence, type List, listPage } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { filePath } from '../../outside/files/store.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & { url_file: string; seq_no: number }

const selectAppImages = (db: Db) =>
  db
    .selectFrom('app_images')
    .select(updatedBy('app_images'))
    .select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'url_file', 'seq_no'])

function toAppImage({ url_file, ...row }: Row): AppImage {
  return { ...toRecord(row), url: filePath(url_file), code: SLIDER_CODE }
}

export const appImageList: List<Row, AppImage> = {
  table: 'app_images',
  select: selectAppImages,
  toWire: toAppImage,
  reads: ['admins'],
  columns: { seq_no: sequenceColumn('app_images.seq_no') },
  order: inSequence('app_images'),
}

/** One page of slider images. */
export const listAppImages = (db: Db, input: ListInput) => listPage(db, appImageList, input)

/** The slider image with this id, deleted or not, and the name of its file. Throws 404. */
export async function findAppImage(db: Db, id: string) {
  const row = await selectAppImages(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This image')
  return { image: toAppImage(row), file: row.url_file }
}
