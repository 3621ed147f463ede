import type { Change } from '#contract/changes.ts'
import type { Column } from '#contract/column.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'
import { capital } from '#contract/plural.ts'
import { formatCount } from '#web/ui/format.ts'

/** What one record of this kind is called. */
export const nounOf = (type: RecordType) => kinds[type].noun[0]

/** What several records of this kind are called. */
export const nounsOf = (type: RecordType) => kinds[type].noun[1]

/** Records of one kind, counted: '12 models'. */
export const countOf = (type: RecordType, count: number) => {
  const [one, many] = kinds[type].noun
  return formatCount(count, one, many)
}

/** Whether others go along when these records are removed or restored. */
export const haveBelow = (type: RecordType) =>
  recordTypes.some((below) =>
    Object.values<Column>(kinds[below].columns).some(({ refersTo, deletedWith }) => refersTo === type && deletedWith),
  )

/** The kind of record that an administrator or an owner is. */
export const personTypeOf = (kind: 'admin' | 'user'): RecordType => (kind === 'user' ? 'users' : 'admins')

/** The records of a change, named by the first one, as it may have changed others as well: 'topic and 11 others'. */
export const recordsOf = ({ record_type, record_count }: Pick<Change, 'record_type' | 'record_count'>) =>
  record_count > 1 ? `${nounOf(record_type)} and ${formatCount(record_count - 1, 'other')}` : nounOf(record_type)

/** Records of this kind as a title: 'RV types'. */
export const titleOf = (type: RecordType) => capital(kinds[type].noun[1])

/** A record's name where it stands alone; in a sentence 'vehicle 1FD…' begins small. */
export function aloneOf(type: RecordType, name: string) {
  const { titlePrefix }: RecordKind = kinds[type]
  return titlePrefix ? capital(name) : name
}

/** The kinds of records to choose from. */
export const recordTypeOptions = recordTypes.map((value) => ({ value, label: titleOf(value) }))

/** What a change did. */
export const kindWords: Record<Change['kind'], string> = {
  add: 'Added',
  edit: 'Edited',
  delete: 'Removed',
  restore: 'Restored',
  undo: 'Undo',
  reorder: 'Moved',
  import: 'Imported',
  export: 'Exported',
  send: 'Sent',
  other: 'Other',
}

/** The kinds of changes to choose from. */
export const kindOptions = Object.entries(kindWords).map(([value, label]) => ({ value, label }))
