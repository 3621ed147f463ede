/** Counts in words, without those that are none: `6 sub topics and 1 manual page`. Empty when nothing counts. */
export const countsOf = (...counts: [count: number, thing: string][]) =>
  counts
    .filter(([count]) => count > 0)
    .map(([count, thing]) => `${count} ${thing}${count === 1 ? '' : 's'}`)
    .join(' and ')
