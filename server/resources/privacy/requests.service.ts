import type { z } from 'zod'
import {
  type Naming,
  type PrivacyRequest,
  type privacy,
  REQUEST_MONTHS,
  type RequestKind,
  type requestFields,
} from '#contract/privacy.ts'
import { dayLater, isoNow, newId, now } from '../../clock.ts'
import { deleteInSlices } from '../../db/in-slices.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { AppError, notFound } from '../../errors.ts'
import { hasBeenErased, isErased } from '../../records/erased.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { recordTouch } from '../../records/plan/sources/facts.ts'
import { readRow } from '../../records/rows.ts'

type Row = Tables['privacy_requests']

/** A new request: what is left out is as for one from the app, made today. */
export type NewRequest = { kind: RequestKind; dueDays: number } & Partial<
  Pick<Row, 'received_on' | 'note' | 'asked_by' | 'verified_by' | 'admin_id' | 'outcome'>
>

const IS_CLOSED = 'This request has been closed.'
const PER_PAGE = 10
const MOST_DUE = 20
/** The act due when an owner is erased. */
export const ERASE_OWNER = 'erase-owner'

/** The outcomes that the product itself records. */
export const EXPORTED_IN_APP = 'Exported in the app'
export const TAKEN_BACK = 'Taken back'
export const ASKED_AGAIN = 'Asked for again'
export const ownOutcomes: readonly string[] = [EXPORTED_IN_APP, TAKEN_BACK, ASKED_AGAIN]

/** Records an owner's request; one with an `outcome` is already closed. Returns its id. Call it in a transaction. */
export async function noteRequest(db: Db, { dueDays, ...request }: NewRequest & { user_id: string }) {
  const created_at = isoNow()
  const { received_on = created_at.slice(0, 10), outcome = null } = request
  const id = newId()
  await db
    .insertInto('privacy_requests')
    .values({
      note: '',
      asked_by: null,
      verified_by: null,
      admin_id: null,
      ...request,
      id,
      received_on,
      due_on: dayLater(received_on, dueDays),
      outcome,
      names: '[]',
      closed_at: outcome === null ? null : created_at,
      created_at,
    })
    .execute()
  return id
}

/** Records the outcome of open requests to erase an owner, and which texts of others name them. */
export const closeEraseRequests = (db: Db, user_id: string, outcome: string, names: Naming[] = []) =>
  db
    .updateTable('privacy_requests')
    .set({ outcome, closed_at: isoNow(), names: JSON.stringify(names) })
    .where('user_id', '=', user_id)
    .where('kind', '=', 'erase')
    .where('closed_at', 'is', null)
    .execute()

/** Records a request that came by letter, mail or phone. Throws 404, and 422 for an erased owner. */
export async function addRequest(
  db: Db,
  { user_id, ...fields }: z.output<typeof requestFields>,
  dueDays: number,
  change: OpenChange,
) {
  const owner = await readRow(db, 'users', user_id)
  if (isErased(owner)) throw hasBeenErased()
  const id = await noteRequest(db, { ...fields, ...sinceWhen(fields), user_id, dueDays, admin_id: change.actor._id })
  await recordTouch(db, 'users', owner, change)
  return readRequest(db, id)
}

const sinceWhen = ({ received_on }: { received_on?: string | undefined }) =>
  received_on === undefined ? {} : { received_on }

/** Records the outcome of a request. Throws 404, and 409 for a closed one. */
export async function closeRequest(db: Db, id: string, outcome: string, change: OpenChange) {
  const { user_id, closed_at } = await readRequest(db, id)
  if (closed_at !== null) throw new AppError(409, IS_CLOSED, { code: 'conflict' })
  await db
    .updateTable('privacy_requests')
    .set({ outcome, closed_at: isoNow() })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute()
  await recordTouch(db, 'users', user_id, change)
  return readRequest(db, id)
}

const selectRequests = (db: Db) =>
  db
    .selectFrom('privacy_requests')
    .innerJoin('users', 'users.id', 'privacy_requests.user_id')
    .leftJoin('admins', 'admins.id', 'privacy_requests.admin_id')
    .selectAll('privacy_requests')
    .select(['users.name as user_name', 'admins.name as added_by'])

type Read = Row & { user_name: string; added_by: string | null }

const toRequest = ({ id, names, admin_id: _admin, created_at: _at, ...row }: Read): PrivacyRequest => ({
  request_id: id,
  ...row,
  names: JSON.parse(names) as Naming[],
})

/** The request with this id. Throws 404. */
export async function readRequest(db: Db, id: string) {
  const row = await selectRequests(db).where('privacy_requests.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This request')
  return toRequest(row)
}

/** A page of requests: open ones first, by due date, then closed ones, newest first. */
export async function listRequests(db: Db, input: z.output<typeof privacy.list.input>) {
  const { user_id, open, page = 1, per_page = PER_PAGE } = input
  const narrowed = <Query extends ReturnType<typeof selectRequests>>(query: Query) => {
    let found = query as ReturnType<typeof selectRequests>
    if (user_id !== undefined) found = found.where('privacy_requests.user_id', '=', user_id)
    if (open !== undefined) found = found.where('privacy_requests.closed_at', open ? 'is' : 'is not', null)
    return found
  }
  const { total } = await narrowed(selectRequests(db))
    .clearSelect()
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await narrowed(selectRequests(db))
    .orderBy(({ eb }) => eb.case().when('privacy_requests.closed_at', 'is', null).then(0).else(1).end())
    .orderBy(({ eb }) =>
      eb.case().when('privacy_requests.closed_at', 'is', null).then(eb.ref('privacy_requests.due_on')).else('').end(),
    )
    .orderBy('privacy_requests.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { data: rows.map(toRequest), total: Number(total), current_page: page }
}

/** The first open requests due by this day; an erase in progress needs no attention. */
export const requestsDue = (db: Db, day: string) =>
  db
    .selectFrom('privacy_requests')
    .innerJoin('users', 'users.id', 'privacy_requests.user_id')
    .select(['privacy_requests.kind', 'user_id', 'users.name as user_name', 'due_on', 'privacy_requests.created_at'])
    .where('closed_at', 'is', null)
    .where('due_on', '<=', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .where('jobs.kind', '=', ERASE_OWNER)
            .whereRef('jobs.key', '=', 'privacy_requests.user_id')
            .where('privacy_requests.kind', '=', 'erase'),
        ),
      ),
    )
    .orderBy('due_on')
    .limit(MOST_DUE)
    .execute()

/** Deletes requests closed two years ago. */
export const pruneRequests = (db: Db) =>
  deleteInSlices(db, 'privacy_requests', 'id', 'closed_at < ?', [monthsFromNow(-REQUEST_MONTHS)])

/** A moment so many months from now, as ISO 8601. */
export function monthsFromNow(months: number) {
  const time = new Date(now())
  time.setUTCMonth(time.getUTCMonth() + months)
  return time.toISOString()
}
