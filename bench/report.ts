import type { Figures } from './figures.ts'
import { reportBrowser } from './report-browser.ts'
import { reportCalls } from './report-calls.ts'
import { reportChanges } from './report-changes.ts'
import { reportLists } from './report-lists.ts'
import { aim, count, ratio, table, tenths } from './tables.ts'

/** Prints the figures as Markdown tables. */
export function report(all: Figures[]) {
  reportCalls(all.filter((figures) => figures.part === 'calls'))
  reportLists(all.filter((figures) => figures.part === 'lists'))

  table(
    'Logins, 16 at a time, and what lists wait meanwhile (99th percentile)',
    ['hashes/s', 'logins/s', 'of the hash rate', 'idle ms', 'during ms', 'times', 'aim: at most 2'],
    all.flatMap((one) =>
      one.part === 'logins'
        ? [
            [
              one.database,
              count(one.hashes),
              count(one.logins),
              ratio(one.toHashes),
              tenths(one.idle),
              tenths(one.during),
              ratio(one.times),
              aim(one.times <= 2),
            ],
          ]
        : [],
    ),
  )
  table(
    'Changes of a record with all that belongs to them, against raw single commits',
    ['commits/s', '1 client/s', 'of the commits', '32 clients/s', 'of the commits', 'aim: at least 1'],
    all.flatMap((one) =>
      one.part === 'writes'
        ? [
            [
              one.database,
              count(one.commits),
              count(one.one),
              ratio(one.oneToCommits),
              count(one.many),
              ratio(one.manyToCommits),
              aim(one.manyToCommits >= 1),
            ],
          ]
        : [],
    ),
  )
  table(
    'Answered well within a second: at the fewest clients that reach the peak, and at four times as many',
    ['clients', 'peak/s', 'overload/s', 'kept', 'aim: at least 0.8'],
    all.flatMap((one) =>
      one.part === 'overload'
        ? [[one.database, count(one.clients), count(one.peak), count(one.over), ratio(one.kept), aim(one.kept >= 0.8)]]
        : [],
    ),
  )
  table(
    'Memory under load: at the end, and its slope in the second half',
    ['minutes', 'calls', 'heap MB', 'MB/minute', 'resident MB', 'MB/minute'],
    all.flatMap((one) =>
      one.part === 'soak'
        ? [
            [
              one.database,
              String(one.minutes),
              count(one.calls),
              tenths(one.heap),
              ratio(one.heapSlope),
              tenths(one.rss),
              ratio(one.rssSlope),
            ],
          ]
        : [],
    ),
  )
  table(
    'Syncs of owners, 16 at a time: from the beginning, after no change, and each once after one change',
    ['owners', 'begin/s', 'unchanged/s', 'changed/s', 'of bare'],
    all.flatMap((one) =>
      one.part === 'sync'
        ? [
            [
              one.database,
              count(one.owners),
              count(one.begin),
              count(one.unchanged),
              count(one.changed),
              ratio(one.ofBare),
            ],
          ]
        : [],
    ),
  )
  reportChanges(all.filter((figures) => figures.part === 'changes'))
  reportBrowser(all.filter((figures) => figures.part === 'browser'))
}
