/** The SVG path of a map pin in a viewBox of 24 by 32, with the tip at the bottom. */
export const PIN_PATH =
  'M12 1a10.500 10.500 0 0 0-10.500 10.500C1.500 19 12 31 12 31s10.500-12 10.500-19.500A10.500 10.500 0 0 0 12 1z'

/** The width of a cluster in pixels; it grows with the number of points. */
export const clusterWidth = (count: number) => Math.min(30 + Math.log10(count) * 8, 60)
