import type { z } from 'zod'
import type { RecordRow, Reference } from '#contract/records.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, notFound, refused } from '../../errors.ts'
import type { Write } from '../../records/open-change.ts'
import { recordTables } from '../../records/record-tables.ts'
import type { Records } from '../records/records-of.ts'

/** How many undeleted records one owner may have: more than anyone needs. */
export const most = { rvs: 50, checklists: 500, maintenance_items: 500 }

export type OwnTable = keyof typeof most

/** Runs the adding of an owner's record, in the transaction of `run`. Throws 422 for an owner with the maximum. */
export const withinLimit = (table: OwnTable, owner: string, write: Write): Write => {
  return (work, more) =>
    write(async (db, change) => {
      if ((await countOwn(db, table, owner)) >= most[table]) {
        const [, nouns] = recordTables[table].noun
        const message = `You have ${most[table]} ${nouns}, the maximum. Please contact support to have some removed.`
        throw refused('general', message)
      }
      return work(db, change)
    }, more)
}

async function countOwn(db: Db, table: OwnTable, owner: string) {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .where(table === 'rvs' ? 'user_id' : 'added_by_id', '=', owner)
    .where('is_deleted', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A record that belongs to someone, as the back-office sees it. */
export type OwnRow = RecordRow & { user: Reference | null; added_by_kind?: 'admin' | 'user' }
/** Records that each belong to someone. */
type Owned<Wire extends OwnRow> = Pick<Records<Wire, never, never>, 'table' | 'find'>
type Shape = Pick<z.ZodObject, 'parse' | 'shape'>

/** A record as its owner sees it. */
export const asSeenBy = <Seen extends Shape>(shape: Seen, row: OwnRow, owner: string) =>
  shape.parse({ ...row, mine: isOf(row, owner) }) as ReturnType<Seen['parse']>

/** Whether a record is this owner's. */
export const isOf = ({ user }: OwnRow, owner: string) => user?._id === owner

/** Whether an owner sees a record: it is theirs, or administrators made it for all owners. */
export const isVisibleTo = (row: OwnRow, owner: string) => isOf(row, owner) || row.added_by_kind === 'admin'

/** An active record of this owner's, or one that administrators made for all owners. Throws 404. */
export async function findVisible<Wire extends OwnRow>(db: Db, records: Owned<Wire>, id: string, owner: string) {
  const row = await records.find(db, id)
  if (!row.is_deleted && isVisibleTo(row, owner)) return row
  throw unknown(records)
}

/** An active record of this owner's. Throws 404, also for those of others. */
export async function findOwn<Wire extends OwnRow>(db: Db, records: Owned<Wire>, id: string, owner: string) {
  const row = await records.find(db, id)
  if (!row.is_deleted && isOf(row, owner)) return row
  throw unknown(records)
}

const unknown = ({ table }: Pick<Owned<OwnRow>, 'table'>) => notFound(`This ${recordTables[table].noun[0]}`)

/**
 * Runs a change of this owner's record, in the transaction of `run`. Throws 404 for any other record; a deleted one may
 * be deleted again. A 409 shows what the owner sees of the record, and names nobody.
 */
export function changingOwn<Wire extends OwnRow>(
  records: Owned<Wire>,
  { id, owner, shape, isDelete = false }: { id: string; owner: string; shape: Shape; isDelete?: boolean },
  run: Write,
): Write {
  return async (work, more) => {
    try {
      return await run(async (db, change) => {
        const row = await records.find(db, id)
        if (!isOf(row, owner) || (row.is_deleted && !isDelete)) throw unknown(records)
        return work(db, change)
      }, more)
    } catch (error) {
      throw forOwner(error, Object.keys(shape.shape), (row) => asSeenBy(shape, row as OwnRow, owner))
    }
  }
}

const MEANWHILE = 'This record was changed by someone else in the meantime.'

/**
 * An error as an owner gets it: a 409 names nobody but the owner, and shows the current record as mapped by `seen`,
 * with `base` limited to these fields.
 */
export function forOwner(error: unknown, fields: string[], seen: (row: object) => object) {
  if (!(error instanceof AppError) || error.status !== 409) return error
  const { message, code, more } = error
  const { data, base, changed_by, by_yourself, ...others } = more
  const isSeen = ([field]: [string, unknown]) => fields.includes(field)
  return new AppError(409, changed_by !== undefined && !by_yourself ? MEANWHILE : message, {
    code,
    ...others,
    ...(by_yourself === true && { by_yourself, changed_by }),
    ...(data !== undefined && { data: seen(data as object) }),
    ...(base !== undefined && { base: Object.fromEntries(Object.entries(base as object).filter(isSeen)) }),
  })
}
