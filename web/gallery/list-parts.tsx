import { SimpleGrid } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { models } from '#contract/models.ts'
import { type RvType, rvTypes } from '#contract/rv-types.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { ApiError } from '#web/api/api-error.ts'
import { query } from '#web/api/query.ts'
import { type Column, number, rowNumber, status, text } from '#web/records/list/columns/columns.tsx'
import { StaleNotice } from '#web/records/list/grid/grid-frame.tsx'
import { ListGrid } from '#web/records/list/list-grid.tsx'
import { ListPagination } from '#web/records/list/list-pagination.tsx'
import { NewButton } from '#web/records/list/new-button.tsx'
import { actions, deleteRestoreAction, editAction } from '#web/records/list/rows/row-actions.tsx'
import { anRvType, pageOfRows } from '#web/testing/rows.ts'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { Section, State } from './section.tsx'

const LONG = 'A very long name that does not fit into its column and is truncated with a tooltip'
const rows = [
  anRvType(),
  anRvType({ _id: '2', srno: 2, name: LONG, seq_no: 123456 }),
  anRvType({ _id: '3', srno: 3, name: 'Park Model', seq_no: 3, is_deleted: true }),
]
const input: CallInput<typeof rvTypes.list> = { page: 1, per_page: 10 }
const columns: Column<RvType>[] = [
  rowNumber(),
  {
    field: 'image',
    title: 'Image',
    width: 84,
    cell: () => <Picture address="/favicon.svg" alt="" width={40} height={40} />,
  },
  text('name', { title: 'Name' }),
  number('seq_no', { title: 'Sequence No.' }),
  status(),
  actions((row) => row.name, [editAction(() => {}), deleteRestoreAction(() => {})]),
]
const emptyColumns = [rowNumber(), text('name', { title: 'Name' }), status()]

/** A query client whose lists are filled, empty, loading and failed, and stay so without any request. */
function createSampleClient() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false } },
  })
  client.setQueryData(query(rvTypes.list, input).queryKey, pageOfRows(rows))
  client.setQueryData(query(years.list, input).queryKey, pageOfRows([]))
  void client.prefetchQuery({ ...query(topics.list, input), queryFn: () => new Promise<never>(() => {}) })
  void client.prefetchQuery({
    ...query(models.list, input),
    queryFn: () => Promise.reject(new ApiError(500, { message: 'Something went wrong. Please try again.' })),
  })
  return client
}

/** Lists, pagination and description lists in all their states. */
export function ListParts() {
  const [client] = useState(createSampleClient)
  return (
    <Section title="Lists">
      <QueryClientProvider client={client}>
        <State name="Rows, one inactive, one with long texts">
          <ListGrid list={rvTypes.list} label="Sample rows" rowHeight={50} columns={columns}>
            <NewButton onClick={() => {}} />
          </ListGrid>
        </State>
        <SimpleGrid cols={{ base: 1, lg: 3 }}>
          <State name="Empty">
            <ListGrid list={years.list} label="Empty list" columns={emptyColumns} />
          </State>
          <State name="Loading">
            <ListGrid list={topics.list} label="Loading list" columns={emptyColumns} />
          </State>
          <State name="Failed">
            <ListGrid list={models.list} label="Failed list" columns={emptyColumns} />
          </State>
        </SimpleGrid>
      </QueryClientProvider>
      <State name="Rows that could not be read again">
        <StaleNotice
          at={Date.UTC(2026, 10, 21, 10, 30)}
          reason="The server cannot be reached right now."
          onRetry={() => {}}
        />
      </State>
      <State name="Pagination">
        {[0, 7, 234, 12_345_678].map((total) => (
          <ListPagination
            key={total}
            total={total}
            page={total > 500 ? 4321 : 1}
            perPage={10}
            onPage={() => {}}
            onPageSize={() => {}}
          />
        ))}
      </State>
      <State name="Description list">
        <DescriptionList
          items={[
            ['Name', 'Grace Hopper'],
            ['Email', null],
            ['Note', `${LONG} `.repeat(3)],
          ]}
        />
      </State>
    </Section>
  )
}
