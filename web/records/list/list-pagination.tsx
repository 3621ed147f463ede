import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PAGE_SIZES } from '#contract/records.ts'
import { formatNumber } from '#web/ui/format.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'

type ListPaginationProps = {
  total: number
  page: number
  /** The page whose rows are shown, where those of `page` could not be read. */
  shownPage?: number
  perPage: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** Further buttons for the list. */
  children?: ReactNode
}

const edges = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }

/** The footer of a list: page size, the range shown ('1 to 10 of 234') and the pagination. */
export function ListPagination({
  total,
  page,
  shownPage = page,
  perPage,
  onPage,
  onPageSize,
  children,
}: ListPaginationProps) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const narrow = useNarrowerThan('xs')
  const first = (shownPage - 1) * perPage + 1
  const last = Math.min(shownPage * perPage, total)
  return (
    <Group
      justify="space-between"
      gap="sm"
      px="sm"
      py="xs"
      style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
    >
      <Group gap="md">
        <NativeSelect
          aria-label="Page size"
          size="xs"
          value={String(perPage)}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }))}
        />
        <Text size="sm" component="output">
          {total === 0 ? '0 of 0' : `${formatNumber(first)} to ${formatNumber(last)} of ${formatNumber(total)}`}
        </Text>
        {children}
      </Group>
      <nav aria-label="Pages">
        <Pagination
          total={pages}
          value={Math.min(page, pages)}
          onChange={onPage}
          size="sm"
          siblings={narrow ? 0 : 1}
          boundaries={narrow && pages >= 1000 ? 0 : 1}
          withEdges
          getControlProps={(control) => ({ 'aria-label': edges[control as keyof typeof edges] })}
          getItemProps={(number) => ({ 'aria-label': `Page ${formatNumber(number)}`, children: formatNumber(number) })}
        />
      </nav>
    </Group>
  )
}
