import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { enqueue, type JobContext, type JobHandlers } from '../../jobs/jobs.ts'
import type { DueHandlers } from '../../jobs/schedule.ts'
import { tellUnits } from './telling.ts'

/** The job that tells a campaign's owners, some vehicles at a time. */
const TELL_CAMPAIGN = 'tell-campaign'
/** The job that tells apps about changes in a campaign, some vehicles at a time. */
const NOTE_CAMPAIGN = 'note-campaign'
/** The act due when something that apps show of a large open campaign has changed: see the triggers. */
const CAMPAIGN_MOVED = 'campaign-moved'
/** The act due when a vehicle of an open campaign, or an RV that it may be, has changed: see the triggers. */
const VEHICLE_MOVED = 'vehicle-moved'
const UNITS_AT_ONCE = 500

type Walk = { campaign_id: string; after: number }
/** Starts telling all owners of open vehicles in the present round. Call it in the transaction that opens the round. */
export const tellCampaign = (db: Db, campaign_id: string) =>
  enqueue(db, TELL_CAMPAIGN, { campaign_id, after: 0 } satisfies Walk)

/** A job that does `work` with all vehicles of a campaign, some at a time. */
const withUnits =
  (db: Db, work: (db: Db, ids: string[]) => Promise<unknown>) =>
  ({ campaign_id, after }: Walk, { write, continueWith }: JobContext) =>
    write(db, async (db) => {
      const units = await db
        .selectFrom('campaign_units')
        .select(['id', 'seq'])
        .where('campaign_id', '=', campaign_id)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(UNITS_AT_ONCE)
        .execute()
      const ids = units.map(({ id }) => id)
      await work(db, ids)
      const last = units.at(-1)
      if (last && units.length === UNITS_AT_ONCE) await continueWith(db, { campaign_id, after: Number(last.seq) })
    })

export const campaignJobs = (db: Db): JobHandlers => ({
  [TELL_CAMPAIGN]: withUnits(db, async (db, ids) => {
    await tellUnits(db, ids)
    await noteForApps(db, ids)
  }),
  [NOTE_CAMPAIGN]: withUnits(db, noteForApps),
})

/**
 * Tells apps about these vehicles and their RVs, as if they were edited: doing it all at once would block everyone
 * else.
 */
const noteForApps = (db: Db, ids: string[]) =>
  writeQuery(db, `update campaign_units set done_on = done_on where id in ${engineOf(db).textsFromJson}`, [
    JSON.stringify(ids),
  ])

export const campaignActs: DueHandlers = {
  async [VEHICLE_MOVED](db, { about, due_at }) {
    await tellUnits(db, [about, ...(await alsoMoved(db, due_at))], due_at)
  },
  [CAMPAIGN_MOVED]: (db, { about }) => enqueue(db, NOTE_CAMPAIGN, { campaign_id: about, after: 0 } satisfies Walk),
}

/**
 * More vehicles that moved at the same moment: those that are added together to an open campaign are told about
 * together, or everything else that is due would wait for thousands of transactions. One that failed is tried alone.
 */
async function alsoMoved(db: Db, due_at: string) {
  const rows = await writeQuery<{ key: string }>(
    db,
    `delete from jobs where id in (
       select id from jobs where kind = '${VEHICLE_MOVED}' and run_at = ? and due_at = ? order by id limit ?
       ${engineOf(db).skipsLocked ? 'for update skip locked' : ''}) returning key`,
    [due_at, due_at, UNITS_AT_ONCE - 1],
  )
  return rows.map(({ key }) => key)
}
