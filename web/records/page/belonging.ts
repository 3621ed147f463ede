import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'
import type { Reference } from '#contract/records.ts'
import { type AnyRow, columnsOf } from '#web/records/shared/row-name.ts'

/** Records that refer to another one, and the filter of their list that finds them. */
export type Belonging = { type: RecordType; filter: string }

/** What belongs to the records of a kind: first what refers to one of them, then what one of them has added. */
export const belongingTo = (type: RecordType): Belonging[] => [
  ...recordTypes.flatMap((other) =>
    columnsOf(other).flatMap(({ name, refersTo }) => (refersTo === type ? [{ type: other, filter: name }] : [])),
  ),
  // This is what lists call that person, whatever the column is called.
  ...recordTypes.flatMap((other) =>
    columnsOf(other).flatMap(({ refersToOneOf }) =>
      refersToOneOf?.includes(type) ? [{ type: other, filter: 'user_id' }] : [],
    ),
  ),
]

/** What tells records with the same title apart: the other records that they refer to, except those of one kind. */
export const detailsOf = (type: RecordType, row: AnyRow, without: RecordType) =>
  columnsOf(type)
    .filter(({ name, refersTo }) => refersTo && refersTo !== without && !isTitle(type, name))
    .flatMap(({ wire }) => (row[wire] as Reference | null)?.name ?? [])
    .join(', ')

const isTitle = (type: RecordType, name: string) => (kinds[type].title as readonly string[]).includes(name)
