import type { Trends } from '#contract/dashboard.ts'
import { DAY, now } from '../../clock.ts'
import { type DailyCount, isComplete, readDays } from '../../db/daily-counts.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

/** What happened in each of the last weeks, including this one, as contract/dashboard.ts describes it. */
export async function readTrends(db: Db, weeks: number): Promise<Trends> {
  const mondays = mondaysUpTo(now(), weeks)
  const [from = ''] = mondays
  const days = await readDays(db, from)
  const sent = byWeek(await readSent(db, from))
  const of = (name: DailyCount) => byWeek(days.filter((day) => day.name === name))
  const opened = of('opened')
  const counted = (counts: Map<string, number>) => mondays.map((week) => ({ week, count: counts.get(week) ?? 0 }))
  return {
    sign_ins: counted(of('sign_ins')),
    new_users: counted(of('new_users')),
    rvs_by_type: await readRvsByType(db),
    messages: mondays.map((week) => ({ week, sent: sent.get(week) ?? 0, opened: opened.get(week) ?? 0 })),
    is_complete: await isComplete(db),
  }
}

/** The Monday of a day's week; both as YYYY-MM-DD in UTC. */
function mondayOf(day: string) {
  const date = new Date(day)
  return new Date(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10)
}

function mondaysUpTo(time: number, weeks: number) {
  const last = Date.parse(mondayOf(new Date(time).toISOString().slice(0, 10)))
  return Array.from({ length: weeks }, (_, place) =>
    new Date(last - (weeks - 1 - place) * 7 * DAY).toISOString().slice(0, 10),
  )
}

function byWeek(days: { day: string; count: number }[]) {
  const counts = new Map<string, number>()
  for (const { day, count } of days) counts.set(mondayOf(day), (counts.get(mondayOf(day)) ?? 0) + count)
  return counts
}

/** How many recipients each day's messages have. Messages are few, so they are counted directly. */
async function readSent(db: Db, from: string) {
  const rows = await readQuery<{ day: string; count: number | string }>(
    db,
    `select substr(created_at, 1, 10) as day, sum(recipients) as count from notifications where created_at >= ?
     group by 1`,
    [from],
  )
  return rows.map(({ day, count }) => ({ day, count: Number(count) }))
}

async function readRvsByType(db: Db) {
  const { stamp } = await readCounts(db, 'rvs', ['rv_types'])
  // The plus keeps SQLite from the index of deleted ones: the one by type has everything needed.
  const onlyActive = engineOf(db).hasSearchTable ? '+is_deleted = 0' : 'is_deleted = 0'
  const counts = `select rv_types.name, counted.total from rv_types
    inner join (select cat_id, count(*) as total from rvs where ${onlyActive} group by cat_id) as counted
      on counted.cat_id = rv_types.id
    order by counted.total desc, rv_types.name_key`
  return cachedRows(
    db,
    { stamp, offThread: true },
    { sql: counts, values: [] },
    ({ name, total }: { name: string; total: number | string }) => ({ rv_type: name, count: Number(total) }),
  )
}
