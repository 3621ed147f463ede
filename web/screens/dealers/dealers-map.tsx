import { Box, Button, Center, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { dealers, MOST_ON_MAP } from '#contract/dealers.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { plural } from '#contract/plural.ts'
import { query } from '#web/api/query.ts'
import type { MapProps } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { markerDetails } from './dealer-labels.ts'

type MapInput = CallInput<typeof dealers.map>

/** All dealers that match the filters of the list, on a map. */
export function DealersMap({ input, onClose }: { input: MapInput; onClose: () => void }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title="Dealers and Service" dialog={dialog} frame="drawer">
      <Stack gap="xs" h="calc(100dvh - 96px)">
        <DealersOnMap input={input} />
      </Stack>
    </Dialog>
  )
}

type DealersOnMapProps = Pick<MapProps, 'area' | 'onRest' | 'drawing'> & { input: MapInput; children?: ReactNode }

/** A map of the dealers of a call, with their number and `children` above it. It stays while others are asked for. */
export function DealersOnMap({ input, children, ...area }: DealersOnMapProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...query(dealers.map, input),
    placeholderData: keepPreviousData,
  })
  const byId = useMemo(() => new Map(data?.data.map((dealer) => [dealer._id, dealer])), [data])
  if (data) {
    return (
      <>
        <Text component="output" size="sm" c="dimmed">
          {summaryOf(data.data.length, data.total)}
        </Text>
        {children}
        <Box flex={1} mih={0}>
          <MapView
            label="Dealers and Service"
            points={data.data}
            details={(id) => {
              const dealer = byId.get(id)
              return dealer ? markerDetails(dealer) : []
            }}
            {...area}
          />
        </Box>
      </>
    )
  }
  return (
    <Center h="100%">
      {error && !isFetching ? (
        <Stack align="center" gap="sm">
          <Text role="alert">{error.message}</Text>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            Retry
          </Button>
        </Stack>
      ) : (
        <Loading />
      )}
    </Center>
  )
}

function summaryOf(shown: number, total: number) {
  if (!total) return 'No Records Found.'
  if (shown === total) {
    return `Showing the ${formatCount(total, 'dealer')} that ${plural(total, 'matches', 'match')} your filters.`
  }
  return `The newest ${formatNumber(MOST_ON_MAP)} of ${formatCount(total, 'record')} are shown. Filter the list to see others.`
}
