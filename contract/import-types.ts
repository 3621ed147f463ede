import type { RecordType } from './kinds.ts'

/** The kinds of records that a file can bring in. Apart from the calls: lists ask for it, and need no more. */
export const importTypes = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'checklists',
  'dealers',
  'rvs',
] as const satisfies RecordType[]
export type ImportType = (typeof importTypes)[number]
export const isImported = (type: RecordType): type is ImportType => (importTypes as readonly string[]).includes(type)
