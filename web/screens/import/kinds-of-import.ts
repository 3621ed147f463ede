import { importTypes, isImported, type RehearsedType } from '#contract/import-types.ts'
import type { RecordType } from '#contract/kinds.ts'
import { hasFrench } from '#web/api/settings.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import * as records from '#web/records/shared/record-words.ts'
import { formatCount } from '#web/ui/format.ts'

/** What files can import here: French only if owners read it. */
export const typesHere = (): RehearsedType[] => [...importTypes, ...(hasFrench() ? (['french'] as const) : [])]
/** Whether files can import this here. */
export const isImportedHere = (type: RecordType | 'french' | ''): type is RehearsedType =>
  type === 'french' ? hasFrench() : type !== '' && isImported(type)

/** What is imported, in the plural. */
export const nounsOf = (type: RehearsedType) => (type === 'french' ? 'French texts' : records.nounsOf(type))
/** The same counted: '12 models'. */
export const countOf = (type: RehearsedType, count: number) =>
  type === 'french' ? formatCount(count, 'French text') : records.countOf(type, count)
/** The same as a title. */
export const titleOf = (type: RehearsedType) => (type === 'french' ? screens.french.title : records.titleOf(type))
/** The list it is in, by its name in the breadcrumb. */
export function listOf(type: RehearsedType) {
  if (type === 'french') return screens.french
  const { path, menuLabel: title } = screenOf(type)
  return { path, title }
}
