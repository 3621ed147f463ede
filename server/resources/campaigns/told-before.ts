import type { LetterLanguage } from '#contract/campaign-units.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Told } from './telling-words.ts'

/** How often each was told that theirs is not part of it: a message that reverses this again is a new one. */
export async function withdrawnBefore(db: Db, some: Told[]) {
  const rows = await readQuery<{ unit_id: string; user_id: string; times: number }>(
    db,
    `select unit_id, user_id, count(*) as times from campaign_notices
     where kind = 'withdrawn' and unit_id in ${engineOf(db).textsFromJson} group by unit_id, user_id`,
    [JSON.stringify(some.map(({ unit_id }) => unit_id))],
  )
  return new Map(rows.map(({ unit_id, user_id, times }) => [`${unit_id} ${user_id}`, Number(times)]))
}

/** How many messages of the same kind each had of the campaign before a moment, about whichever vehicle. */
export async function heardBefore(db: Db, some: Told[], moment: string) {
  const rows = await readQuery<{ campaign_id: string; kind: string; user_id: string; times: number }>(
    db,
    `select campaign_id, kind, user_id, count(distinct notification_id) as times from campaign_notices
     where user_id in ${engineOf(db).textsFromJson} and way = 'app' and at < ? group by campaign_id, kind, user_id`,
    [JSON.stringify([...new Set(some.map(({ user_id }) => user_id))]), moment],
  )
  const keyOf = ({ campaign_id, kind, user_id }: { campaign_id: string; kind: string; user_id: string }) =>
    [campaign_id, kind, user_id].join(' ')
  const known = new Map(rows.map((row) => [keyOf(row), Number(row.times)]))
  return (one: Told) => known.get(keyOf(one)) ?? 0
}

type Known = {
  unit_id: string
  user_id: string
  kind: Told['kind']
  round: number
  at: string
  language: LetterLanguage
  notification_id: string | null
  acknowledged_at: string | null
  owner: string
}

/**
 * Those of these who were not already told in the same round, also through another account before it was merged into
 * theirs. What such an account has read counts as read by the remaining one. Call it in a transaction.
 */
export async function notYetTold(db: Db, some: Told[], roundOf: (one: Told) => number) {
  const rows = await readQuery<Known>(
    db,
    `select notice.unit_id, notice.user_id, notice.kind, notice.round, notice.at, notice.language,
       notice.notification_id, notice.acknowledged_at, coalesce(other.merged_into, notice.user_id) as owner
     from campaign_notices as notice inner join users as other on other.id = notice.user_id
     where notice.way = 'app' and notice.withdrawn_at is null and notice.unit_id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(some.map(({ unit_id }) => unit_id))],
  )
  const keyOf = (about: { unit_id: string; kind: string }, owner: string, round: number) =>
    [about.unit_id, about.kind, owner, round].join(' ')
  const known = Map.groupBy(rows, (row) => keyOf(row, row.owner, Number(row.round)))
  const fresh: Told[] = []
  for (const one of some) {
    const { campaign_id, user_id, rv_id } = one
    const [before, ...others] = known.get(keyOf(one, user_id, roundOf(one))) ?? []
    if (!before) fresh.push(one)
    else if (![before, ...others].some((notice) => notice.user_id === user_id)) {
      const { owner: _, ...notice } = before
      await db
        .insertInto('campaign_notices')
        .values({ ...notice, campaign_id, user_id, rv_id, way: 'app', state: 'waiting' })
        .onConflict((known) => known.doNothing())
        .execute()
    }
  }
  return fresh
}

/** Whether owners were told something about a change's vehicles, or about its RVs, since it was made. */
export async function toldSince(db: Db, { _id, at }: { _id: string; at: string }) {
  const [found] = await readQuery<{ told: number }>(
    db,
    `select 1 as told from activity inner join campaign_notices as notice on notice.unit_id = activity.record_id
     where activity.change_id = ? and notice.way = 'app' and notice.at >= ?
     union all
     select 1 from activity inner join rvs on rvs.id = activity.record_id
       inner join campaign_notices as notice on notice.user_id = rvs.user_id and notice.rv_id = rvs.id
     where activity.change_id = ? and notice.way = 'app' and notice.at >= ? limit 1`,
    [_id, at, _id, at],
  )
  return found !== undefined
}
