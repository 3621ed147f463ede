import type { SecurityEventKind } from '#contract/security.ts'
import { DAY, isoNow, newId } from '../clock.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import { writeQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'

/** Where something was done from: the browser in words and the IP address. */
export type Place = { device: string; address: string }

type Noted = {
  kind: SecurityEventKind
  /** Whose account; undefined if there is none: recorded anyway, so that it takes as long. */
  adminId: string | undefined
  /** Undefined if no browser was involved. */
  place?: Place | undefined
  /** The administrator who did it; omitted if it is the person's own act. */
  by?: string | undefined
  detail?: string | undefined
  /** For a change to a way of signing in: see `strangersStart`. */
  since?: string | undefined
}

const DAYS_KEPT = 365
/** Each group keeps a thousand per account: neither what anyone can cause nor everyday use may push out the rest. */
const groups: { kinds: SecurityEventKind[]; most: number }[] = [
  { kinds: ['sign_in_failed', 'second_factor_failed', 'proof_failed'], most: 400 },
  { kinds: ['sign_in', 'session_ended', 'key_used'], most: 300 },
  { kinds: ['password_changed', 'email_changed'], most: 100 },
]
const MOST_OTHERS = 200

/** Records what happened to an account, and forgets entries beyond the newest thousand. */
export async function noteEvent(db: Db, { kind, adminId = '', place, by, detail, since }: Noted) {
  await db
    .insertInto('security_events')
    .values({
      id: newId(),
      admin_id: adminId,
      at: isoNow(),
      kind,
      browser: place?.device ?? '',
      address: place?.address ?? '',
      by_id: by === adminId ? null : (by ?? null),
      detail: detail ?? null,
      since: since ?? null,
    })
    .execute()
  const group = groups.find(({ kinds }) => kinds.includes(kind))
  const kinds = group?.kinds ?? groups.flatMap((other) => other.kinds)
  const alike = `admin_id = ? and kind ${group ? 'in' : 'not in'} (${kinds.map(() => '?').join()})`
  const values = [adminId, ...kinds]
  await writeQuery(
    db,
    `delete from security_events where ${alike} and id <= (
       select id from security_events where ${alike} order by id desc limit 1 offset ${group?.most ?? MOST_OTHERS})`,
    [...values, ...values],
  )
}

/** Deletes entries older than a year. */
export const deleteOldEvents = (db: Db) =>
  deleteInSlices(db, 'security_events', 'id', 'at < ?', [isoNow(-DAYS_KEPT * DAY)])

/** A page of what happened to one account or to all, newest first, with the total. */
export async function listEvents(
  db: Db,
  { adminId, page, perPage }: { adminId?: string | undefined; page: number; perPage: number },
) {
  const events = () =>
    db
      .selectFrom('security_events')
      // Withdrawn accounts are not shown.
      .innerJoin('admins', 'admins.id', 'security_events.admin_id')
      .where('security_events.admin_id', adminId ? '=' : '<>', adminId ?? '')
  const rows = await events()
    .leftJoin('admins as doers', 'doers.id', 'security_events.by_id')
    .select(['security_events.id', 'security_events.at', 'kind', 'browser', 'address', 'detail'])
    .select(['admins.id as admin_id', 'admins.name as admin_name', 'doers.id as by_id', 'doers.name as by_name'])
    .orderBy('security_events.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const { total } = await events()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}
