import type { z } from 'zod'
import type { RecordType } from '#contract/kinds.ts'
import { plural } from '#contract/plural.ts'
import type { Rollover, rolloverFields } from '#contract/rollovers.ts'
import type { Actor } from '../../actor.ts'
import { isoNow, newId } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import { AppError, refused } from '../../errors.ts'
import { type DueAct, schedule } from '../../jobs/schedule.ts'
import type { Bus } from '../../live/bus.ts'
import { type AnyChange, type OpenChange, openChange, setDetails } from '../../records/open-change.ts'
import { carryOut, setDeletedWhere } from '../../records/plan/carry-out.ts'
import { planOf, wholeOf } from '../../records/plan/plan.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { TIME_WAS_SET } from '../../records/publishing-dates.ts'
import { readRow } from '../../records/rows.ts'
import { noteDiscarded } from '../../records/undone-adds.ts'
import { whyNotActing } from '../account/account.repository.ts'
import { continueInSteps, type SteppedWork } from '../changes/change-steps.ts'
import { findChange } from '../changes/history/changes.repository.ts'
import { abortChange } from '../changes/running-change.ts'
import { carryOutCopies, copyAll, planCopies } from './copy.ts'
import { countChosen, countSources, findRollover, type ToCopy, toCopyOf } from './rollovers.repository.ts'

export const ROLLOVER_GOES_LIVE = 'rollover-goes-live'

const sum = ({ models, manuals, pages }: Rollover['counts']) => models + manuals + pages

/**
 * Starts copying a year into a new one that owners do not see; more than `most` records in steps. Returns the rollover.
 * Throws 404 for the year, and 422 for a name already taken, records that the year does not have, pages without their
 * manuals, or nothing to copy. Call it in the transaction of the change.
 */
export async function prepareRollover(
  db: Db,
  { name, from_year_id, parts, ...chosen }: z.output<typeof rolloverFields>,
  change: OpenChange,
  most: number,
): Promise<Rollover> {
  const from = await readRow(db, 'years', from_year_id)
  if (from.is_deleted) throw refused('from_year_id', 'This year is deleted.', 'inactive')
  if (parts.includes('pages') && !parts.includes('manuals'))
    throw refused('parts', 'Pages are copied with their manuals only.', 'not_allowed')
  const year = { name, rollover_id: newId() }
  const ofYear = wholeOf(await planOf(db, 'years', [{ values: year }], { change }))
  const plan = { ...chosen, from_year_id, parts: [...new Set(parts)] }
  await refuseStrangers(db, plan, String(from.name))
  const counts = await countSources(db, plan)
  const count = sum(counts)
  if (!count) throw refused('parts', `There is nothing to copy in ${String(from.name)}.`, 'not_allowed')
  const isLarge = count > most
  setDetails(change, {
    message: isLarge ? `Preparing ${name}.` : preparedMessage(name),
    title: name,
    ...(isLarge && { expected: count + 1 }),
  })
  const { rollover_id: id } = year
  const [year_id = ''] = await carryOut(db, ofYear, change)
  await db
    .insertInto('rollovers')
    .values({
      id,
      from_year_id,
      year_id,
      name,
      parts: JSON.stringify(plan.parts),
      chosen: JSON.stringify(chosen),
      counts: JSON.stringify(counts),
      change_id: change.id,
      created_at: isoNow(),
      admin_id: change.actor.kind === 'admin' ? change.actor._id : null,
      go_live_at: null,
      live_by: null,
    })
    .execute()
  if (isLarge) await continueInSteps<Left>(db, change, { work: 'rollover', record_type: 'years', rollover_id: id })
  else await copyAll(db, { _id: id, year_id }, { plan, most }, change)
  return findRollover(db, id)
}

/** Throws 422 for chosen records that cannot be copied from the year. */
async function refuseStrangers(db: Db, { from_year_id, ...chosen }: ToCopy, year: string) {
  const all = {
    model_ids: ['models', `not in ${year}`],
    manual_ids: ['manuals', `not in ${year}`],
    topic_ids: ['topics', 'do not exist'],
  } as const
  for (const [field, [table, why]] of Object.entries(all)) {
    const ids = chosen[field as keyof typeof all]
    if (ids && (await countChosen(db, table, from_year_id, ids)) < new Set(ids).size)
      throw refused(field, `Some of these ${table} are deleted or ${why}.`, 'unknown')
  }
}

const preparedMessage = (name: string) => `${name} is prepared.`

type Left = { rollover_id: string }

/** A large rollover: if someone stops it, or it cannot continue, what was copied is discarded. */
export const rolloverWork: SteppedWork<Left> = {
  async next(db, { rollover_id }, change, most) {
    const rollover = await findRollover(db, rollover_id)
    const copies = await planCopies(db, rollover, { plan: await toCopyOf(db, rollover), most }, change)
    const carryOut = () => carryOutCopies(db, rollover, copies, change)
    return { plan: copies.plan, isOver: !copies.sources.length, next: {}, carryOut }
  },
  /** The result is whatever was copied: some may have been deleted since they were counted. */
  async end(db, { change_id, rollover_id }) {
    const { name, made } = await findRollover(db, rollover_id)
    await db
      .updateTable('rollovers')
      .set({ counts: JSON.stringify(made) })
      .where('id', '=', rollover_id)
      .execute()
    const { record_count: done_count } = await findChange(db, change_id)
    return { message: preparedMessage(name), done_count }
  },
  takeBack: async (db, { rollover_id }) => throwAway(db, await findRollover(db, rollover_id)),
}

/** Deletes what an unfinished rollover has made. */
async function throwAway(db: Db, rollover: Rollover): Promise<RecordType[]> {
  if (rollover.state === 'discarded') return ['years']
  const { admin_id } = await db
    .selectFrom('rollovers')
    .select('admin_id')
    .where('id', '=', rollover._id)
    .executeTakeFirstOrThrow()
  const actor: Actor = { _id: admin_id ?? '', kind: 'admin' }
  const message = `${rollover.name} is thrown away.`
  const change = openChange({ actor, call: 'admin/rollovers/discard', kind: 'delete', message })
  await deleteYear(db, rollover, change)
  return [...change.outcome.written.kinds.keys()]
}

/**
 * Shows a rollover's year to owners, now or at a time in the future (ISO 8601); with null it no longer goes live
 * automatically. Throws 404, and 422 for one that is not ready. Call it in the transaction of the change.
 */
export async function goLive(
  db: Db,
  { rollover_id, at }: { rollover_id: string; at?: string | null | undefined },
  change: OpenChange,
): Promise<Rollover> {
  const rollover = await findRollover(db, rollover_id)
  refuseUnready(rollover)
  const then = at ? new Date(at).toISOString() : at
  const isLater = then !== undefined && (then === null || then > isoNow())
  await setTime(db, rollover_id, isLater ? then : null, change.actor._id)
  if (!isLater) await show(db, rollover, setDetails(change, { message: liveMessage(rollover) }))
  return findRollover(db, rollover_id)
}

const liveMessage = ({ name }: Rollover) => `${name} is live.`

async function setTime(db: Db, id: string, at: string | null, by: string | null) {
  await schedule(db, ROLLOVER_GOES_LIVE, id, at)
  await db
    .updateTable('rollovers')
    .set({ go_live_at: at, live_by: at && by })
    .where('id', '=', id)
    .execute()
}

const show = (db: Db, { year_id }: Rollover, change: AnyChange) =>
  setColumns(db, 'years', year_id, { rollover_id: null }, change)

export function refuseUnready({ state, name }: Rollover) {
  const why = {
    preparing: `${name} is still being prepared.`,
    live: `${name} is live already.`,
    discarded: `${name} was thrown away.`,
  }
  if (state !== 'ready') throw refused('rollover_id', why[state], 'not_allowed')
}

/** The act at goLive's time; does nothing if it is no longer ready. */
export async function goLiveThen(db: Db, { about: id }: DueAct, bus: Pick<Bus, 'publish'>) {
  const row = await db.selectFrom('rollovers').select('live_by').where('id', '=', id).executeTakeFirst()
  if (!row) return
  const rollover = await findRollover(db, id)
  await setTime(db, id, null, null)
  if (rollover.state !== 'ready') return
  const isActive = row.live_by !== null && !(await whyNotActing(db, row.live_by))
  const about = { call: 'admin/rollovers/go_live', kind: 'edit', message: liveMessage(rollover) } as const
  const change = isActive
    ? openChange({ ...about, actor: { _id: row.live_by ?? '', kind: 'admin' } as const })
    : openChange({ ...about, actor: { kind: 'system', reason: TIME_WAS_SET } as const })
  await show(db, rollover, change)
  afterCommit(db, () => bus.publish({ kind: 'change', change_id: change.id, record_types: ['years'] }))
}

/**
 * Deletes everything in the year of a rollover that is not live, including its RVs without an owner. Throws 404, 422 if
 * it is live or discarded, and 409 if owners have RVs of that year. Call it in the transaction of the change.
 */
export async function discardRollover(db: Db, rollover_id: string, change: OpenChange) {
  const rollover = await findRollover(db, rollover_id)
  if (rollover.state === 'preparing')
    await abortChange(db, await findChange(db, rollover.change_id), { state: 'stopped' })
  else if (rollover.state !== 'ready') refuseUnready(rollover)
  await setTime(db, rollover_id, null, null)
  const rvs = await deleteYear(db, rollover, change)
  const along = rvs ? `, with ${`${rvs} ${plural(rvs, 'RV that has', 'RVs that have')}`} no owner` : ''
  setDetails(change, { message: `${rollover.name} is thrown away${along}.` })
  return rollover
}

/** Resolves to the number of RVs deleted along with it. Throws 409 for RVs that have owners. */
async function deleteYear(db: Db, { year_id, name }: Rollover, change: AnyChange) {
  const idsIn = async (sql: string) => (await readQuery<{ id: string }>(db, sql, [year_id])).map(({ id }) => id)
  const owned = await idsIn('select id from rvs where year_id = ? and is_deleted = 0 and user_id is not null')
  if (owned.length) {
    const words = plural(owned.length, `1 RV of ${name} has an owner`, `${owned.length} RVs of ${name} have owners`)
    throw new AppError(409, `${words}. Please change that first.`, { code: 'in_use' })
  }
  const manuals = await idsIn('select id from manuals where year_id = ?')
  await setDeletedWhere(db, 'years', { id: year_id }, true, change)
  await setDeletedWhere(db, 'models', { year_id }, true, change)
  await setDeletedWhere(db, 'manuals', { year_id }, true, change)
  if (manuals.length) await setDeletedWhere(db, 'manual_pages', { manual_id: manuals }, true, change)
  for (const table of ['years', 'models', 'manuals', 'manual_pages'] as const) await noteDiscarded(db, table, change.id)
  return setDeletedWhere(db, 'rvs', { year_id }, true, change)
}
