import { Button, Center, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { GridMessage } from '#web/records/list/grid/grid-frame.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import type { useGrowingPages } from './use-growing-pages.ts'

type GrowingListProps = {
  pages: Pick<ReturnType<typeof useGrowingPages>, 'first' | 'error' | 'isFetching' | 'hasMore' | 'showMore' | 'retry'>
  /** The text to show when there are none. */
  empty: string
  /** The rows; nothing when there are none. */
  children: ReactNode[]
}

/** The rows of `useGrowingPages`, with Show more, or why there are none. */
export function GrowingList({ pages, empty, children }: GrowingListProps) {
  const { first, error, isFetching, hasMore, showMore, retry } = pages
  if (!first) {
    return error && !isFetching ? (
      <GridMessage urgent text={error.message} action="Retry" onAction={retry} />
    ) : (
      <Center p="xl">
        <Loading />
      </Center>
    )
  }
  if (!children.length) return <GridMessage text={empty} />
  return (
    <Stack gap="md">
      {children}
      {hasMore && (
        <Button variant="default" onClick={showMore} loading={isFetching} mx="auto">
          Show more
        </Button>
      )}
    </Stack>
  )
}
