import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Change } from '#contract/changes.ts'
import { KEYS_PATH } from '#contract/paths.ts'
import { personTypeOf } from '#web/records/shared/record-words.ts'
import { RecordLink } from './record-link.tsx'

/** Who made a change, as a link to the page of that person, or that of the keys of programs. */
export function Person({ by: { _id, name, kind } }: Pick<Change, 'by'>) {
  if (_id === null || kind === 'system' || !name) return <span>{name}</span>
  if (kind !== 'program') return <RecordLink type={personTypeOf(kind)} to={{ _id, name }} />
  return (
    <Anchor component={Link} to={KEYS_PATH} inherit>
      {name}
    </Anchor>
  )
}
