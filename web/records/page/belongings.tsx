import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import { listPaths } from '#contract/paths.ts'
import { query } from '#web/api/query.ts'
import { RecordLink } from '#web/records/change/record-link.tsx'
import { aloneOf, countOf, nounsOf, titleOf } from '#web/records/shared/record-words.ts'
import { type AnyRow, titleOfRow } from '#web/records/shared/row-name.ts'
import { type Belonging, belongingTo, detailsOf } from './belonging.ts'
import { Part } from './part.tsx'

const SHOWN = 5

/** What belongs to a record: of each kind how many, the first five, and the way to all of them. */
export const Belongings = ({ type, id }: { type: RecordType; id: string }) =>
  belongingTo(type)
    .filter((belonging) => !isToldByTopic(type, belonging))
    .map((belonging) => <BelongingPart key={belonging.type} id={id} of={type} {...belonging} />)

/** The page of a manual has a separate part for its pages. */
const isToldByTopic = (of: RecordType, { type }: Belonging) => of === 'manuals' && type === 'manual_pages'

function BelongingPart({ type, filter, id, of }: Belonging & { id: string; of: RecordType }) {
  const list = recordCalls[type].list as typeof recordCalls.models.list
  const { data, error, refetch } = useQuery(
    query(list, { page: 1, per_page: SHOWN, is_deleted: false, filters: { [filter]: { op: 'eq', value: id } } }),
  )
  const rows = data?.data as AnyRow[] | undefined
  return (
    <Part
      title={titleOf(type)}
      count={data?.total}
      isLoading={!rows}
      error={rows ? null : error}
      onRetry={() => void refetch()}
      none={rows?.length === 0 ? nounsOf(type) : undefined}
    >
      {rows && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row._id}>
              <RecordLink type={type} to={{ _id: row._id, name: aloneOf(type, titleOfRow(type, row)) }} />{' '}
              <Text span size="sm" c="dimmed">
                {detailsOf(type, row, of)}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > 0 && (
        <Anchor
          component={Link}
          to={`${listPaths[type]}?${new URLSearchParams({ status: 'active', [filter]: id })}`}
          size="sm"
        >
          {data.total > SHOWN ? `Show all ${countOf(type, data.total)}` : 'Show in the list'}
        </Anchor>
      )}
    </Part>
  )
}
