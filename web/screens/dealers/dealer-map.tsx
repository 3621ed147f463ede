import { Box } from '@mantine/core'
import type { Dealer } from '#contract/dealers.ts'
import { MapView } from '#web/map/map-view.tsx'
import { Part } from '#web/records/page/part.tsx'
import { markerDetails, phoneOf } from './dealer-labels.ts'

/** Where a dealer is. */
export const DealerMap = ({ dealer }: { dealer: Dealer }) => (
  <MapView
    label={`${dealer.name} on the map`}
    points={[dealer]}
    details={() => markerDetails({ ...dealer, phone: phoneOf(dealer) })}
    zoom={11}
  />
)

/** The same on the page of a dealer. */
export const DealerMapPart = ({ dealer }: { dealer: Dealer }) => (
  <Part title="Map">
    <Box h={320}>
      <DealerMap dealer={dealer} />
    </Box>
  </Part>
)
