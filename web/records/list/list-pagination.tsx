import { Group, NativeSelect, Pagination, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { PAGE_SIZES } from '#contract/records.ts'

type PagesBarProps = {
  total: number
  page: number
  perPage: number
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  /** Further commands of the list. */
  children?: ReactNode
}

const count = new Intl.NumberFormat('en-US')
const edges = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }

/** Below a list: how many records a page shows, which ones these are of how many, and the ways to the other pages. */
export function PagesBar({ total, page, perPage, onPage, onPageSize, children }: PagesBarProps) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const narrow = useMediaQuery('(max-width: 36em)')
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
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
          {total === 0 ? '0 of 0' : `${count.format(first)} to ${count.format(last)} of ${count.format(total)}`}
        </Text>
        {children}
      </Group>
      <Pagination
        total={pages}
        value={Math.min(page, pages)}
        onChange={onPage}
        size="sm"
        siblings={narrow ? 0 : 1}
        boundaries={narrow && pages >= 1000 ? 0 : 1}
        withEdges
        aria-label="Pages"
        getControlProps={(control) => ({ 'aria-label': edges[control as keyof typeof edges] })}
        getItemProps={(number) => ({ 'aria-label': `Page ${number}`, children: count.format(number) })}
      />
    </Group>
  )
}
