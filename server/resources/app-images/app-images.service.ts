import type { z } from 'zod'
import { type appImageChanges, SLIDER_KILOBYTES } from '#contract/app-images.ts'
import type { FileDeps } from '../../deps.ts'
import { datesOf, refuseDisorder } from '../records/publishing.ts'
import { recordsOf } from '../records/records-of.ts'
import { appImageList } from './app-images.repository.ts'

/** Slider images. */
export const appImageRecords = recordsOf(appImageList, {
  toColumns: ({ seq_no, ...dates }: z.output<typeof appImageChanges>) => ({ seq_no, ...datesOf(dates) }),
  check: refuseDisorder,
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
