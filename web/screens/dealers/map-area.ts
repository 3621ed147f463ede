import { type Box, box } from '#contract/places.ts'
import type { Column } from '#web/records/list/columns/columns.tsx'

/** In the address: the area of the map in which the listed dealers are. */
export const AREA = 'map_area'

const DIGITS = 4

/** An area as it stands in the address: south, west, north and east. */
export const areaText = ({ south, west, north, east }: Box) =>
  [south, west, north, east].map((edge) => Number(edge.toFixed(DIGITS))).join(',')

/** The area of an address; undefined for a text that is none. */
export function areaOf(text: string): Box | undefined {
  const edges = text.split(',').map((edge) => (edge.trim() ? Number(edge) : Number.NaN))
  if (edges.length !== 4) return undefined
  const [south, west, north, east] = edges
  const { data } = box.safeParse({ south, west, north, east })
  return data && data.south < data.north && data.west < data.east ? data : undefined
}

const inside = (from: number, to: number) => ({ op: 'between_inclusive', value: from, value_to: to })

/** The filter by an area of the map, which only the map sets. */
export const areaColumn: Column<unknown> = {
  field: AREA,
  title: 'Map area',
  filterOnly: true,
  filter: {
    toInput(_field, { text }) {
      const area = areaOf(text)
      if (!area) return {}
      const { south, west, north, east } = area
      return { filters: { latitude: inside(south, north), longitude: inside(west, east) } }
    },
    words({ text }) {
      const { south, west, north, east } = areaOf(text) ?? { south: 0, west: 0, north: 0, east: 0 }
      return `is ${south}, ${west} to ${north}, ${east}`
    },
  },
}
