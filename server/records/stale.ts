import type { RecordRow } from '#contract/records.ts'
import type { Db } from '../db/schema.ts'
import { AppError, changedMeanwhile } from '../errors.ts'
import { lastChange } from './activity.ts'
import type { AnyChange } from './open-change.ts'

/**
 * Refuses to change a record that has changed since the caller read it: 409 with the `current` record, who changed it
 * and when. Without a `version` nothing is checked.
 */
export async function refuseStale(
  db: Db,
  current: Pick<RecordRow, '_id' | 'version'>,
  version: number | undefined,
  change?: Pick<AnyChange, 'actor'>,
) {
  if (version === undefined || version === current.version) return
  throw await staleRecord(db, current, change)
}

/**
 * The 409 of refuseStale, which says so if it was the caller, in another window; `more` is added to its body, `known`
 * is the change in the way if it is not simply the last one.
 */
export async function staleRecord(
  db: Db,
  current: Pick<RecordRow, '_id' | 'version'>,
  change: Pick<AnyChange, 'actor'> | undefined,
  more: object = {},
  known?: Awaited<ReturnType<typeof lastChange>>,
) {
  const last = known ?? (await lastChange(db, current._id))
  const isYourself = last !== undefined && last.by_id !== null && last.by_id === idOf(change?.actor)
  const message = isYourself
    ? 'You changed this record in another window in the meantime.'
    : changedMeanwhile(last?.by ?? undefined)
  const who = last && {
    changed_by: last.by ?? undefined,
    changed_at: last.at,
    ...(isYourself && { by_yourself: true }),
  }
  return new AppError(409, message, { code: 'edited_meanwhile', data: current, ...who, ...more })
}

const idOf = (actor: AnyChange['actor'] | undefined) => (actor && '_id' in actor ? actor._id : undefined)
