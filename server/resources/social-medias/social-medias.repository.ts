import type { ListInput } from '#contract/records.ts'
import type { SocialMedia } from '#contract/social-medias.ts'
import { textColumn } from '../../db/list-columns.ts'
import { type List, listPage, newestFirst } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { filePath } from '../../outside/files/store.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & { name: string; url: string; icon_file: string }

const selectSocialMedias = (db: Db) =>
  db
    .selectFrom('social_medias')
    .select(updatedBy('social_medias'))
    .select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'name', 'url', 'icon_file'])

function toSocialMedia({ icon_file, ...row }: Row): SocialMedia {
  return { ...toRecord(row), icon: filePath(icon_file) }
}

export const socialMediaList: List<Row, SocialMedia> = {
  table: 'social_medias',
  select: selectSocialMedias,
  toWire: toSocialMedia,
  reads: ['admins'],
  columns: { name: textColumn('social_medias', 'name_key'), url: textColumn('social_medias', 'url_key') },
  order: newestFirst('social_medias'),
}

/** One page of social media links. */
export const listSocialMedias = (db: Db, input: ListInput) => listPage(db, socialMediaList, input)

/** The social media link with this id, deleted or not, and the name of its icon's file. Throws 404. */
export async function findSocialMedia(db: Db, id: string) {
  const row = await selectSocialMedias(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This social media')
  return { socialMedia: toSocialMedia(row), file: row.icon_file }
}
