import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import { recordPathOf } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'

type RecordLinkProps = { type: RecordType; to: Reference; isStrong?: boolean }

/** The name of a record as a link to its page. */
export const RecordLink = ({ type, to: { _id, name }, isStrong = false }: RecordLinkProps) => (
  <Anchor
    component={Link}
    to={recordPathOf(type, _id)}
    inherit
    {...(isStrong && { fw: 600 })}
    style={{ overflowWrap: 'anywhere' }}
  >
    {name}
  </Anchor>
)
