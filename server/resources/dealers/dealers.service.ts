import type { z } from 'zod'
import { DEALER_LOGO_KILOBYTES, type dealerFields } from '#contract/dealers.ts'
import type { FileDeps } from '../../deps.ts'
import { recordsOf } from '../records/records-of.ts'
import { dealerList } from './dealers.repository.ts'

export const dealerRecords = recordsOf(dealerList, {
  toColumns: ({ logo: _file, ...fields }: z.output<typeof dealerFields>) => fields,
  picture: {
    column: 'logo_file',
    store: ({ files }: FileDeps) => files,
    folder: 'dealer-logos',
    field: 'logo',
    formats: ['jpeg', 'png'],
    width: 300,
    height: 300,
    maxKilobytes: DEALER_LOGO_KILOBYTES,
  },
})
