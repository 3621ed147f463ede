import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { changes } from '#contract/changes.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { query } from '#web/api/query.ts'
import { ChangeSentence } from '#web/records/change/sentence/change-sentence.tsx'
import { When } from '#web/records/change/when.tsx'
import { withDialog } from '#web/records/shared/dialog-address.ts'
import { Part } from './part.tsx'

/** Reads the last five changes of a record. */
export const lastChangesQuery = (type: RecordType, id: string) =>
  query(changes.of_record, { record_type: type, record_id: id, page: 1, per_page: 5 })

/** The changes of these entries, each once: one may have changed a record more than once. */
const distinct = (entries: CallOutput<typeof changes.of_record>['data']) => [
  ...new Map(entries.map(({ change }) => [change._id, change])).values(),
]

/** The last changes of a record, and the way to all of them. */
export function LastChanges({ type, id }: { type: RecordType; id: string }) {
  const { search } = useLocation()
  const { data, error, refetch } = useQuery(lastChangesQuery(type, id))
  return (
    <Part title="Last changes" isLoading={!data} error={data ? null : error} onRetry={() => void refetch()}>
      {data?.total === 0 && (
        <Text size="sm" c="dimmed">
          No changes recorded yet.
        </Text>
      )}
      {data && data.total > 0 && (
        <>
          <ul>
            {distinct(data.data).map((change) => (
              <li key={change._id}>
                <ChangeSentence change={change} />
                <Text size="xs" c="dimmed" w="100%">
                  <When at={change.at} />
                </Text>
              </li>
            ))}
          </ul>
          <Anchor
            component={Link}
            to={{ search: withDialog(search, { kind: 'history', id }) }}
            state={{ opensDialog: true }}
            size="sm"
          >
            All changes
          </Anchor>
        </>
      )}
    </Part>
  )
}
