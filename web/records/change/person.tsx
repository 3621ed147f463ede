import type { Change } from '#contract/changes.ts'
import { personTypeOf } from '#web/records/shared/record-words.ts'
import { RecordLink } from './record-link.tsx'

/** Who made a change, as a link to the page of that person. */
export const Person = ({ by: { _id, name, kind } }: Pick<Change, 'by'>) =>
  _id === null || kind === 'system' || !name ? (
    <span>{name}</span>
  ) : (
    <RecordLink type={personTypeOf(kind)} to={{ _id, name }} />
  )
