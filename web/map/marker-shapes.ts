/** The outline of a map pin in a box of 24 by 32, its tip at the bottom. */
export const PIN_PATH =
  'M12 1a10.500 10.500 0 0 0-10.500 10.500C1.500 19 12 31 12 31s10.500-12 10.500-19.500A10.500 10.500 0 0 0 12 1z'

/** The width of a cluster's circle in pixels: it grows with what is in it. */
export const clusterWidth = (count: number) => Math.min(30 + Math.log10(count) * 8, 60)
