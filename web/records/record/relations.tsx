import { Anchor, Radio, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { records } from '#contract/changes.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { listPaths } from '#contract/paths.ts'
import { filterParams } from '#web/records/list/state/list-state.ts'
import { usePlan } from '#web/records/plan/use-plan.ts'
import { countOf } from '#web/records/shared/record-words.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatNumber } from '#web/ui/format.ts'

type Related = CallOutput<typeof records.relations>['data']['along'][number]

/** What deleting or restoring a record takes along, and what uses it. Its dialogs work without the answer. */
export const useRelations = (type: RecordType, id: string) =>
  usePlan(records.relations, { record_type: type, record_id: id })

type RelationsProps = {
  relations: ReturnType<typeof useRelations>
  kind: 'delete' | 'restore'
  /** What is known about it without asking; shown until the answer says more. */
  children?: ReactNode
  /** Whether only what went along with it comes back, and not everything below it. */
  onlyWith: boolean
  onOnlyWith: (only: boolean) => void
}

/** Says what goes along and what uses a record before it is deleted, and lets one choose what a restore brings back. */
export function Relations({
  relations: { answer, error, isLooking },
  kind,
  children,
  onlyWith,
  onOnlyWith,
}: RelationsProps) {
  if (!answer) {
    return (
      <>
        {children}
        {isLooking ? (
          <Loading size="xs" label="Checking what uses it" />
        ) : (
          error && (
            <Text size="sm" c="dimmed">
              Could not check what uses this record. {error.message}
            </Text>
          )
        )}
      </>
    )
  }
  const { along, used_by, below, went_with } = answer.data
  if (kind === 'restore') {
    return below > 0 ? <BelowChoice {...{ below, went_with, onlyWith, onOnlyWith }} /> : children
  }
  return (
    <>
      {along.length > 0 ? (
        <Text size="sm">
          Also deleted: <RelatedLinks related={along} />.
        </Text>
      ) : (
        children
      )}
      {used_by.length > 0 && (
        <Text size="sm">
          <RelatedLinks related={used_by} /> {used_by.length === 1 && used_by[0]?.count === 1 ? 'uses it.' : 'use it.'}
        </Text>
      )}
    </>
  )
}

type BelowChoiceProps = Pick<RelationsProps, 'onlyWith' | 'onOnlyWith'> & { below: number; went_with: number }

const BelowChoice = ({ below, went_with, onlyWith, onOnlyWith }: BelowChoiceProps) => (
  <Radio.Group
    label="What comes back with it"
    value={onlyWith ? 'with' : 'everything'}
    onChange={(value) => onOnlyWith(value === 'with')}
  >
    <Stack gap={6} mt={6}>
      <Radio value="everything" label={`Everything below it (${formatNumber(below)})`} />
      <Radio value="with" label={`Only what was deleted with it (${formatNumber(went_with)})`} />
    </Stack>
  </Radio.Group>
)

const RelatedLinks = ({ related }: { related: Related[] }) =>
  related.map((part, place) => (
    <Fragment key={part.record_type}>
      {place > 0 && (place === related.length - 1 ? ' and ' : ', ')}
      <RelatedLink related={part} />
    </Fragment>
  ))

function RelatedLink({ related: { record_type, count, filters } }: { related: Related }) {
  const words = countOf(record_type, count)
  return (
    <Anchor component={Link} to={{ pathname: listPaths[record_type], search: searchFor(filters) }} inherit>
      {words}
    </Anchor>
  )
}

/** The query string that shows a list with these filters. Only active records were counted. */
function searchFor(filters: Related['filters']) {
  const search = new URLSearchParams({ status: 'active' })
  for (const [field, { op, value }] of Object.entries(filters)) {
    for (const [name, part] of Object.entries(filterParams(field, { op, text: value }))) {
      if (part) search.set(name, part)
    }
  }
  return String(search)
}
