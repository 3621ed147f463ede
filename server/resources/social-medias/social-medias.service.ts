import type { z } from 'zod'
import { SOCIAL_ICON_KILOBYTES, type socialMediaChanges } from '#contract/social-medias.ts'
import type { FileDeps } from '../../deps.ts'
import { recordsOf } from '../records/records-of.ts'
import { socialMediaList } from './social-medias.repository.ts'

export const socialMediaRecords = recordsOf(socialMediaList, {
  toColumns: ({ icon: _file, ...fields }: z.output<typeof socialMediaChanges>) => fields,
  picture: {
    column: 'icon_file',
    store: ({ files }: FileDeps) => files,
    folder: 'social-icons',
    field: 'icon',
    formats: ['png'],
    width: 200,
    height: 200,
    maxKilobytes: SOCIAL_ICON_KILOBYTES,
  },
})
