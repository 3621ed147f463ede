import type { RecordType } from './kinds.ts'

/** Which kinds of records a file can import. Kept apart from the calls because lists need nothing else. */
const imported = {
  rv_types: true,
  years: true,
  models: true,
  topics: true,
  sub_topics: true,
  checklists: true,
  dealers: true,
  // Before the RVs, which refer to them.
  users: true,
  rvs: true,
  vin_patterns: true,
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
  campaigns: false,
  campaign_units: true,
  admins: false,
} as const satisfies Record<RecordType, boolean>

/** The kinds of records that a file can import. */
export type ImportType = {
  [Type in RecordType]: (typeof imported)[Type] extends true ? Type : never
}[RecordType]
export const isImported = (type: RecordType): type is ImportType => imported[type]
export const importTypes = (Object.keys(imported) as RecordType[]).filter(isImported)

/** What a file can import: records, or their French from `admin/french/export`. */
export type RehearsedType = ImportType | 'french'
export const rehearsedTypes = [...importTypes, 'french'] as const satisfies RehearsedType[]
