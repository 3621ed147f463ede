import { Box, Button, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type PlaceCovered, REACH_MILES } from '#contract/dealer-coverage.ts'
import { dealers } from '#contract/dealers.ts'
import { plural } from '#contract/plural.ts'
import { query } from '#web/api/query.ts'
import type { MapPoint } from '#web/map/map-types.ts'
import { MapView } from '#web/map/map-view.tsx'
import { GridMessage, Unread } from '#web/records/list/grid/grid-frame.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatCount, formatNumber, formatShortNumber } from '#web/ui/format.ts'

/** How many are shown at first, and how many more with each press of the button. */
const STEP = 50

const nameOf = ({ place, state }: PlaceCovered) => (place === state ? state : `${place}, ${state}`)
/** As the map shows it, so that people who control the browser by voice can say what they see. */
const countedOwners = (owners: number) => `${formatShortNumber(owners)} ${plural(owners, 'owner', 'owners')}`
const numberOf = (dealers: number | null) => (dealers === null ? 'Not known' : formatNumber(dealers))

/**
 * Where owners live, and how many dealers are near: on a map, and as a table with the places that have the fewest
 * first.
 */
export function CoverageDialog({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  const { data, error, refetch } = useQuery(query(dealers.coverage, {}))
  return (
    <Dialog title="Coverage" dialog={dialog} frame="sheet">
      <Text c="dimmed" mb="sm">
        {`Where owners live, by the first three characters of their postal code, and the active dealers within ${REACH_MILES} miles of the middle of each place. Numbers on the map count owners; the orange dots are dealers.`}
      </Text>
      <Unread of={{ data, error, refetch }} label="Counting owners and dealers">
        <Skeleton h={320} />
      </Unread>
      {data?.data.length === 0 && (
        <GridMessage
          text="No owner’s place is known."
          hint={`Owners can give their state and postal code in the app; ${formatCount(data.unknown, 'owner')} ${plural(data.unknown, 'has', 'have')} not.`}
        />
      )}
      {data && data.data.length > 0 && (
        <>
          <Text component="output" display="block" mb="sm">
            {`${formatCount(data.far, 'owner')} of ${formatNumber(data.owners)} ${plural(data.far, 'lives', 'live')} where no dealer is within ${REACH_MILES} miles. ${formatNumber(data.unknown)} ${plural(data.unknown, 'has', 'have')} given no place that is known.`}
          </Text>
          <Covered places={data.data} />
        </>
      )}
    </Dialog>
  )
}

function Covered({ places }: { places: PlaceCovered[] }) {
  const [shown, setShown] = useState(STEP)
  const byName = useMemo(() => new Map(places.map((place) => [nameOf(place), place])), [places])
  const points = useMemo(() => places.flatMap(pointOf), [places])
  const { data: onMap, error, refetch } = useQuery(query(dealers.map, {}))
  return (
    <>
      {!onMap && error && (
        <GridMessage
          urgent
          text="The dealers could not be loaded, so the map shows only owners."
          hint={error.message}
          action="Retry"
          onAction={() => void refetch()}
        />
      )}
      <Box h="min(420px, 46dvh)" mb="md">
        <MapView
          label="Where owners live"
          points={points}
          dots={onMap?.data}
          counted={countedOwners}
          details={(id) => {
            const place = byName.get(id)
            if (!place) return []
            return [
              ['Place', nameOf(place)],
              ['Owners', formatNumber(place.owners)],
              ['Dealers', numberOf(place.dealers_within_100_miles)],
            ]
          }}
        />
      </Box>
      <Table aria-label="Places where owners live" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Place</Table.Th>
            <Table.Th ta="right">Owners</Table.Th>
            <Table.Th ta="right">{`Dealers within ${REACH_MILES} miles`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {places.slice(0, shown).map((place) => (
            <Table.Tr key={nameOf(place)}>
              <Table.Td>{nameOf(place)}</Table.Td>
              <Table.Td ta="right">{formatNumber(place.owners)}</Table.Td>
              <Table.Td ta="right">{numberOf(place.dealers_within_100_miles)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {places.length > shown && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setShown(shown + STEP)}>
          {`Show more of ${formatNumber(places.length - shown)} others`}
        </Button>
      )}
    </>
  )
}

function pointOf(place: PlaceCovered): MapPoint[] {
  const { latitude, longitude, owners, dealers_within_100_miles: near } = place
  if (latitude === null || longitude === null) return []
  const name = `${nameOf(place)}: ${countedOwners(owners)}, ${formatCount(near ?? 0, 'dealer')}`
  return [{ _id: nameOf(place), name, latitude, longitude, weight: owners }]
}
