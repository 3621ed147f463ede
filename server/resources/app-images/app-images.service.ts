import type { z } from 'zod'
import { type appImageChanges, SLIDER_KILOBYTES } from '#contract/app-images.ts'
import type { FileDeps } from '../../deps.ts'
import { recordsOf } from '../records/records-of.ts'
import { appImageList } from './app-images.repository.ts'

type Fields = z.output<typeof appImageChanges> & { code?: number | undefined }

export const appImageRecords = recordsOf(appImageList, {
  toColumns: ({ url: _file, url_fr: _french, code: _same, ...fields }: Fields) => fields,
  picture: {
    column: 'url_file',
    store: ({ files }: FileDeps) => files,
    folder: 'sliders',
    field: 'url',
    formats: ['jpeg', 'png'],
    width: 1242,
    height: 743,
    maxKilobytes: SLIDER_KILOBYTES,
  },
})
