import type { Changed } from './figures.ts'
import { aim, count, ratio, table, tenths } from './tables.ts'

/** Prints what changes cost as Markdown tables. */
export function reportChanges(all: Changed[]) {
  table(
    'Recent changes and the history of a record',
    ['changes', 'recent ms', 'history ms', 'aim: at most 20'],
    all.map(({ database, changes, recent, history }) => [
      database,
      count(changes),
      tenths(recent),
      tenths(history),
      aim(recent <= 20 && history <= 20),
    ]),
  )
  table(
    'All active users deactivated, and that undone; lists meanwhile (99th percentile)',
    ['active before', 'between', 'after', 'bulk s', 'undo s', 'idle ms', 'bulk ms', 'undo ms'],
    all.map(({ database, before, between, after, bulk, undo, idle }) => [
      database,
      count(before),
      count(between),
      count(after),
      tenths(bulk.seconds),
      tenths(undo.seconds),
      tenths(idle),
      tenths(bulk.p99),
      tenths(undo.p99),
    ]),
  )
  table(
    '500 open streams',
    ['MB more', 'aim: below 100', 'list ms without', 'with', 'times', 'aim: at most 1.1'],
    all.map(({ database, streamMegabytes, withoutStreams, withStreams }) => [
      database,
      tenths(streamMegabytes),
      aim(streamMegabytes < 100),
      tenths(withoutStreams),
      tenths(withStreams),
      ratio(withStreams / withoutStreams),
      aim(withStreams / withoutStreams <= 1.1),
    ]),
  )
}
