import type { SocialMedia } from '#contract/social-medias.ts'
import { textColumn } from '../../db/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../outside/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'

const selectSocialMedias = (db: Db) =>
  db.selectFrom('social_medias').select(recordColumns('social_medias')).select(['name', 'url', 'icon_file'])

type Row = RowOf<typeof selectSocialMedias>

function toSocialMedia({ icon_file, ...row }: Row): SocialMedia {
  return { ...toRecord(row), icon: filePath(icon_file) }
}

export const socialMediaList: List<Row, SocialMedia, 'social_medias'> = {
  table: 'social_medias',
  select: selectSocialMedias,
  toWire: toSocialMedia,
  reads: ['admins'],
  columns: { name: textColumn('social_medias', 'name_key'), url: textColumn('social_medias', 'url_key') },
  order: newestFirst('social_medias'),
}
