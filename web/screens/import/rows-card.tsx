import { Button, Table, Tabs } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportOutcome, importOutcomes, imports, type Mended, type Rehearsal } from '#contract/imports.ts'
import { PAGE_SIZES } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import { GridLoading, GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { ListPagination } from '#web/records/list/list-pagination.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import classes from './import.module.css'
import { type MendedCells, RowDetails, RowName } from './row-parts.tsx'
import { firstShown, outcomeWords, rowsIn } from './words.ts'

type RowsCardProps = {
  rehearsal: Rehearsal
  /** Checks the rows with these cells. */
  onMend: (mended: Mended) => void
}
type Shown = ImportOutcome | 'all'

/** The rows of a file, by what an import would do with them. */
export function RowsCard({ rehearsal, onMend }: RowsCardProps) {
  const { rehearsal_id, counts, columns } = rehearsal
  const [shown, setShown] = useState<Shown>(firstShown(counts) ?? 'all')
  const [page, setPage] = useState(1)
  const [perPage, setPerPage] = useState<number>(PAGE_SIZES[0])
  const isNarrow = useNarrowerThan('sm')
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(imports.rows, { rehearsal_id, page, per_page: perPage, ...(shown !== 'all' && { outcome: shown }) }),
    placeholderData: keepPreviousData,
  })
  const rows = data?.data
  const [mended, setMended] = useState<MendedCells>({})
  const mending = {
    cells: mended,
    onMend: (row: number, key: string, text: string) =>
      setMended((before) => ({ ...before, [row]: { ...before[row], [key]: text } })),
  }
  const count = Object.keys(mended).length
  const tabs: [Shown, string, number][] = [
    ...importOutcomes.map((outcome): [Shown, string, number] => [outcome, outcomeWords[outcome], counts[outcome]]),
    ['all', 'All', rowsIn(counts)],
  ]
  return (
    <Card title="Rows">
      <Tabs
        value={shown}
        onChange={(value) => {
          setShown(value as Shown)
          setPage(1)
        }}
        {...(isNarrow ? { variant: 'pills', color: 'pine' } : { color: 'var(--focus-color)' })}
        mt="xs"
      >
        <Tabs.List>
          {tabs.map(([value, label, count]) => (
            <Tabs.Tab key={value} value={value} px="sm">
              {label} {formatNumber(count)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(([value]) => (
          <Tabs.Panel key={value} value={value}>
            {value === shown && (
              <>
                {error && <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />}
                {!rows && !error && <GridLoading />}
                {rows?.length === 0 && <GridMessage text="No rows." />}
                {rows && rows.length > 0 && (
                  <div aria-busy={isPlaceholderData} className={classes.rows}>
                    {isNarrow ? (
                      <ul className={classes.cards} aria-label="Rows of the file">
                        {rows.map((row) => (
                          <li key={row.row} className={classes.card}>
                            <RowName row={row} withNumber withOutcome={shown === 'all'} />
                            <RowDetails row={row} columns={columns} mending={mending} />
                          </li>
                        ))}
                      </ul>
                    ) : (
                      <Table aria-label="Rows of the file" verticalSpacing="sm" layout="fixed">
                        <Table.Thead>
                          <Table.Tr>
                            <Table.Th w={72}>Row</Table.Th>
                            <Table.Th w="30%">Record</Table.Th>
                            <Table.Th>What happens</Table.Th>
                          </Table.Tr>
                        </Table.Thead>
                        <Table.Tbody>
                          {rows.map((row) => (
                            <Table.Tr key={row.row}>
                              <Table.Td>{formatNumber(row.row)}</Table.Td>
                              <Table.Td>
                                <RowName row={row} withOutcome={shown === 'all'} />
                              </Table.Td>
                              <Table.Td>
                                <RowDetails row={row} columns={columns} mending={mending} />
                              </Table.Td>
                            </Table.Tr>
                          ))}
                        </Table.Tbody>
                      </Table>
                    )}
                  </div>
                )}
              </>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      {count > 0 && (
        <Button
          mt="md"
          onClick={() => onMend(Object.entries(mended).map(([row, cells]) => ({ row: Number(row), cells })))}
        >
          Check again with {formatCount(count, 'corrected row')}
        </Button>
      )}
      {data && data.total > 0 && (
        <ListPagination
          total={data.total}
          page={page}
          perPage={perPage}
          onPage={setPage}
          onPageSize={(size) => {
            setPerPage(size)
            setPage(1)
          }}
        />
      )}
    </Card>
  )
}
