import type { z } from 'zod'
import { MENU_ICON_KILOBYTES, type menuItemFields } from '#contract/menu-items.ts'
import type { FileDeps } from '../../deps.ts'
import { recordsOf } from '../records/records-of.ts'
import { menuItemList } from './menu-items.repository.ts'

type Fields = z.output<typeof menuItemFields> & { code?: number | undefined }

/** The entries of the app's menu; their codes never change. */
export const menuItemRecords = recordsOf(menuItemList, {
  toColumns: ({ icon: _file, code: _same, ...fields }: Fields) => fields,
  picture: {
    column: 'icon_file',
    store: ({ files }: FileDeps) => files,
    folder: 'menu-icons',
    field: 'icon',
    formats: ['png'],
    width: 300,
    height: 300,
    maxKilobytes: MENU_ICON_KILOBYTES,
  },
})
