/** A city, or the part of one that has a postal code of its own. `latitude` and `longitude` are degrees. */
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
