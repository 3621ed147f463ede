import type { SocialMedia } from '#contract/social-medias.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../integrations/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectSocialMedias = (db: Db) =>
  db.selectFrom('social_medias').select(recordColumns('social_medias')).select(ownColumns('social_medias'))

type Row = RowOf<typeof selectSocialMedias>

function toSocialMedia({ icon_file, ...row }: Row): SocialMedia {
  return { ...toRecord(row), icon: filePath(icon_file) }
}

export const socialMediaList: List<Row, SocialMedia, 'social_medias'> = {
  table: 'social_medias',
  select: selectSocialMedias,
  toWire: toSocialMedia,
  reads: ['admins'],
  columns: listedColumns('social_medias'),
  order: newestFirst('social_medias'),
}
