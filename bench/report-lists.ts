import type { Lists } from './figures.ts'
import type { ListFigures } from './lists.ts'
import { aim, count, ratio, table, tenths } from './tables.ts'

/** How many times longer a call may take with the most rows than with the fewest. */
const GROWTH = { sort: 2, filter: 5, page: undefined }

/** Prints a table for each database: uncached times at each size, how they grow, and the rates with the most rows. */
export function reportLists(all: Lists[]) {
  for (const [database, sizes] of Map.groupBy(all, ({ database }) => database)) {
    const [first, last] = [sizes[0], sizes.at(-1)]
    if (!first || !last) continue
    const bare = sizes.map(({ bare }) => tenths(bare)).join(', ')
    table(
      `Lists on ${database}: ms for one client (the bare server: ${bare})`,
      [
        ...sizes.map(({ rows }) => `${count(rows)}, uncached`),
        'growth',
        'aim',
        ...sizes.map(({ rows }) => `${count(rows)}, asked before`),
        'growth',
        'calls/s',
        'of the bare server',
      ],
      last.lists.map((list, place) => {
        const at = sizes.map(({ lists }) => lists[place] as ListFigures)
        const [small = list] = at
        const most = GROWTH[list.kind]
        const growth = list.uncached / small.uncached
        return [
          list.name,
          ...at.map(({ uncached }) => tenths(uncached)),
          ratio(growth),
          most === undefined || at.length < 2 ? '' : `${most}: ${aim(growth <= most)}`,
          ...at.map(({ cached }) => tenths(cached)),
          ratio(list.cached / small.cached),
          count(list.rate),
          ratio(list.toBare),
        ]
      }),
    )
  }
}
