import { type AppImage, SLIDER_CODE } from '#contract/app-images.ts'
import { filePath } from '../../integrations/files/store.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

export const appImageList = listOf('app_images', {
  select: (db) => selectRecords(db, 'app_images'),
  toWire: ({ url_file, url_file_fr, ...row }): AppImage => ({
    ...toRecord(row),
    url: filePath(url_file),
    url_fr: url_file_fr && filePath(url_file_fr),
    code: SLIDER_CODE,
  }),
})
