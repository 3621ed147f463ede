import type { measureBrowser } from './browser.ts'
import type { measureCalls } from './calls.ts'
import type { measureChanges } from './changes.ts'
import type { measureLists } from './lists.ts'
import type { measureLogins } from './logins.ts'
import type { DatabaseName } from './options.ts'
import type { measureOverload } from './overload.ts'
import { reportBrowser } from './report-browser.ts'
import { reportCalls } from './report-calls.ts'
import { reportChanges } from './report-changes.ts'
import { reportLists } from './report-lists.ts'
import type { measureSoak } from './soak.ts'
import type { measureSync } from './sync.ts'
import { aim, count, ratio, table, tenths } from './tables.ts'
import type { measureWrites } from './writes.ts'

type Measured<Part extends string, Measure extends (...words: never[]) => Promise<object>> = {
  part: Part
  database: DatabaseName
  rows: number
} & Awaited<ReturnType<Measure>>

export type Called = Measured<'calls', typeof measureCalls>
export type Lists = Measured<'lists', typeof measureLists>
export type Changed = Measured<'changes', typeof measureChanges>
export type Browsed = Measured<'browser', typeof measureBrowser>
/** The results of one measurement on one database at one size. */
export type Figures =
  | Called
  | Lists
  | Measured<'logins', typeof measureLogins>
  | Measured<'writes', typeof measureWrites>
  | Measured<'overload', typeof measureOverload>
  | Measured<'soak', typeof measureSoak>
  | Measured<'sync', typeof measureSync>
  | Changed
  | Browsed

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
