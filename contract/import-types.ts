import type { RecordType } from './kinds.ts'

/** Whether a file can bring in records of a kind. Apart from the calls: lists ask for it, and need no more. */
const imported = {
  rv_types: true,
  years: true,
  models: true,
  topics: true,
  sub_topics: true,
  checklists: true,
  dealers: true,
  // Before the RVs that they own.
  users: true,
  rvs: true,
  app_images: false,
  menu_items: false,
  social_medias: false,
  cms_pages: false,
  manuals: false,
  manual_pages: false,
  maintenance_items: true,
  notifications: false,
  templates: false,
  audiences: false,
  admins: false,
} as const satisfies Record<RecordType, boolean>

/** The kinds of records that a file can bring in. */
export type ImportType = {
  [Type in RecordType]: (typeof imported)[Type] extends true ? Type : never
}[RecordType]
export const isImported = (type: RecordType): type is ImportType => imported[type]
export const importTypes = (Object.keys(imported) as RecordType[]).filter(isImported)
