import { z } from 'zod'
import { editFields } from './edit-fields.ts'
import { endpoint } from './endpoint.ts'
import { optionalText, placeInOrder, seqNo, text, wholeNumber } from './fields.ts'
import { pngImage } from './file-fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { edited, getOf, listInput, pageOf, record } from './records.ts'

export const menuItemKind = recordKind({
  noun: ['app menu', 'app menus'],
  name: 'App Menu',
  entity: 'App menu',
  key: 'menu_item_id',
  tag: 'App Menus',
  about: 'The titles, pictures and order of the entries of the app’s menu.',
  help: 'The entries of the menu in the app: their titles, icons and order. Entries are built into the app, so you can’t add more here.',
  columns: {
    title: column.inFrench(column.keyed('Title', 'owners', 'My RV')),
    seq_no: column.number('Sequence No.', 'owners'),
    code: column.hidden('owners'),
    icon_file: column.picture('Icon', 'owners', 'icon'),
  },
  title: ['title'],
  disambiguatedBy: [],
  sequence: {},
  bulk: [],
  set: [],
})

export const MENU_ICON_KILOBYTES = 100

/** The entries of the app's menu. They are fixed; only their appearance can be edited. */
export const menuItemFields = z.object({
  title: text('Title cannot be empty.', 100),
  title_fr: optionalText(100),
  seq_no: seqNo,
  icon: pngImage(MENU_ICON_KILOBYTES).optional(),
})
export const menuItem = record.extend({
  title: z.string().meta({ description: 'What the menu shows.' }),
  title_fr: z.string(),
  ...frenchState,
  seq_no: placeInOrder,
  code: z.int().meta({ description: 'A fixed number by which the app knows where the item leads.' }),
  icon: z.string().nullable().meta({ description: 'The address of the picture; null where there is none.' }),
})
export type MenuItem = z.output<typeof menuItem>

export const menuItems = {
  list: endpoint('admin/menu_items/list', listInput, pageOf(menuItem)),
  get: getOf('admin/menu_items/get', 'menu_item_id', menuItem),
  edit: endpoint(
    'admin/menu_items/edit',
    // The code is sent back unchanged.
    editFields(menuItemKind, menuItemFields.extend({ code: wholeNumber.optional() })),
    edited(menuItem),
    { change: 'edit', multipart: true, once: true },
  ),
}
