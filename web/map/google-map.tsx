import type { MapProps } from './map-types.ts'
export function GoogleMap(_props: MapProps & { onBroken: () => void }) {
  return null
}
