import type { SocialMedia } from '#contract/social-medias.ts'
import { filePath } from '../../integrations/files/store.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

export const socialMediaList = listOf('social_medias', {
  select: (db) => selectRecords(db, 'social_medias'),
  toWire: ({ icon_file, ...row }): SocialMedia => ({ ...toRecord(row), icon: filePath(icon_file) }),
})
