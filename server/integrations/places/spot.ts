/** A city, or the part of one with its own postal code. `latitude` and `longitude` are in degrees. */
export type Spot = {
  city: string
  /** The county; empty in Canada. */
  area: string
  state: string
  code: string
  country: string
  zip: string
  latitude: number
  longitude: number
}
