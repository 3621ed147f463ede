import type { CallFigures } from './calls.ts'
import type { Called } from './figures.ts'
import { count, ratio, table } from './tables.ts'

/** By how much a call may be slower than in another build before the table says so. */
const TOLERANCE = 1.1

/** Prints what calls cost, next to the other builds, as Markdown tables. */
export function reportCalls(all: Called[]) {
  for (const { database, rows, calls } of all) {
    const others = calls[0]?.builds.slice(1) ?? []
    table(
      `Calls on ${database} with ${count(rows)} users: ms for one client, and calls a second of sixteen`,
      [
        'ms',
        'calls/s',
        'of bare',
        ...others.flatMap((_, place) => [`build ${place + 2}: ms`, 'calls/s', 'its rate', '']),
      ],
      calls.map(lineOf),
    )
  }
}

function lineOf({ name, builds: [here, ...others], ofBare }: CallFigures) {
  const figures = (build: typeof here) => (build ? [ratio(build.time), count(build.rate)] : ['', ''])
  const compared = others.flatMap((other) => {
    if (!here || !other) return [...figures(other), '', '']
    const isSlower = here.time > other.time * TOLERANCE || here.rate * TOLERANCE < other.rate
    return [...figures(other), ratio(here.rate / other.rate), isSlower ? 'slower' : '']
  })
  return [name, ...figures(here), ofBare === undefined ? '' : ratio(ofBare), ...compared]
}
