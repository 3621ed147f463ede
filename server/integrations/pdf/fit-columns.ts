/**
 * How narrow a column may become with words intact, and `least` with words broken; and how wide it would be on
 * unlimited paper. In points.
 */
export type Extent = { least: number; min: number; max: number }

/**
 * The widths of columns by content, adding up to `available`: each at least as wide as its longest word. Undefined if
 * the words do not fit side by side. Like CSS table layout:
 * https://www.w3.org/TR/css-tables-3/#width-distribution-algorithm.
 */
export function columnsByContent(columns: Extent[], available: number): number[] | undefined {
  const min = sum(columns.map(({ min }) => min))
  const max = sum(columns.map(({ max }) => max))
  if (min > available) return undefined
  if (max <= available)
    return columns.map((column) => (max ? (column.max * available) / max : available / columns.length))
  const part = (available - min) / (max - min)
  return columns.map(({ min, max }) => min + (max - min) * part)
}

/**
 * The same when words must break: columns narrower than an equal share stay so, the others share the rest. Undefined if
 * even that does not fit.
 */
export function columnsThatBreak(columns: Extent[], available: number): number[] | undefined {
  const byWidth = columns.map(({ min }, place) => ({ min, place })).sort((a, b) => a.min - b.min)
  const widths: number[] = []
  let rest = available
  for (const [done, { min, place }] of byWidth.entries()) {
    const width = Math.min(min, rest / (columns.length - done))
    widths[place] = width
    rest -= width
  }
  return widths.some((width, place) => width < (columns[place]?.least ?? 0)) ? undefined : widths
}

export const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
