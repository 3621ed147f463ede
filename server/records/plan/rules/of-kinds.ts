import { NOT_IN_FUTURE } from '#contract/campaign-messages.ts'
import { unitMessages } from '#contract/campaign-units.ts'
import { DUE_TOO_EARLY, todayIn } from '#contract/maintenance-items.ts'
import { LINK_NOT_SEEN, type MessageLink } from '#contract/message-fields.ts'
import { isInOrder, type Publishing, TAKEN_DOWN_FIRST } from '#contract/publishing.ts'
import { isoNow } from '../../../clock.ts'
import { isPublished } from '../../../db/lists/published.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { type AppError, refused } from '../../../errors.ts'
import { hasBeenErased, ofErased, ownerColumn } from '../../erased.ts'
import { wasMerged } from '../../merged.ts'
import type { AnyChange } from '../../open-change.ts'
import { type Own, recordTables, referencesOf } from '../../record-tables.ts'
import { refuseSecondConfirmed, refuseToDeleteOpened, refuseToMoveOpened, refuseUnfit } from './campaigns.ts'
import { type Becoming, goes, moves, type Rule, returns, type Values, type Why } from './rule.ts'

const zoneIn = ({ time_zone }: Values) => (typeof time_zone === 'string' ? time_zone : undefined)

/** The rules that only some kinds have, in the order they are asked. */
export const kindRules: Rule[] = [
  {
    of: (table) => ownerColumn(table) !== undefined,
    begin: ({ db, table }) => ({
      // New records and unchanged ones are refused by the writer.
      async among(writes) {
        const isMeant = (write: Becoming) =>
          write.row && !goes(write) && (write.row.is_deleted || moves(write, [ownerColumn(table) ?? '']))
        const meant = writes.filter(isMeant)
        const erased = await ofErased(
          db,
          table,
          meant.map(({ next }) => next),
        )
        return refusing(meant, ({ next }) => erased.has(next) && hasBeenErased())
      },
    }),
  },
  {
    of: (table) => 'merged_into' in recordTables[table].columns,
    begin: () => ({
      ask(write) {
        const { row, next } = write
        if (row?.['merged_into'] && next['merged_into'] && (next['status'] === 1 || returns(write))) throw wasMerged()
      },
    }),
  },
  {
    of: (table) => 'rollover_id' in recordTables[table].columns,
    begin: ({ db, table }) => ({
      ask: (write) => goes(write) && write.row && refuseToDeletePrepared(db, table, write.row.id),
    }),
  },
  {
    of: (table) => table === 'rvs',
    begin: ({ db, change }) => ({
      async among(writes) {
        const isOwned = ({ next }: Becoming) => typeof next['user_id'] === 'string'
        const meant = writes.filter((write) => isOwned(write) && moves(write, ['user_id', 'year_id']))
        const names = await preparedYears(db, meant)
        return refusing(meant, ({ next }) => {
          const name = names.get(next['year_id'])
          return name !== undefined && ofPreparedYear(name, change)
        })
      },
    }),
  },
  {
    of: (table) => 'unpublish_at' in recordTables[table].columns,
    begin: () => ({
      ask({ next }) {
        if (!isInOrder(next as Partial<Publishing>)) throw refused('unpublish_at', TAKEN_DOWN_FIRST)
      },
    }),
  },
  {
    of: (table) => table === 'campaigns',
    begin: ({ db }) => ({
      ask: (write) =>
        goes(write)
          ? refuseToDeleteOpened(db, write.row?.id ?? '')
          : refuseUnfit(write.next, write.row, isoNow().slice(0, 10)),
    }),
  },
  {
    of: (table) => table === 'campaign_units',
    begin: ({ db }) => ({
      async ask(write) {
        if (goes(write)) return
        refuseUnsettled(write.next, isoNow().slice(0, 10))
        await refuseToMoveOpened(db, write)
        await refuseSecondConfirmed(db, write)
      },
    }),
  },
  {
    of: (table) => table === 'templates',
    begin: ({ db }) => ({
      // A link to something now gone may stay, and return: it is only refused when chosen.
      async ask({ row, next, fields }) {
        const link = next['link']
        if (!fields || typeof link !== 'string' || link === row?.['link']) return
        const { type, id } = JSON.parse(link) as MessageLink
        if (!(await isPublished(db, type, id))) throw refused('link', LINK_NOT_SEEN)
      },
    }),
  },
  {
    of: (table) => table === 'maintenance_items',
    begin: () => ({
      // A past day may stay, and return: it is only refused when typed.
      ask({ row, next, fields }) {
        if (fields && next['due_date'] !== row?.['due_date'] && String(next['due_date']) <= todayIn(zoneIn(fields)))
          throw refused('due_date', DUE_TOO_EARLY)
      },
    }),
  },
]

/**
 * Refuses a vehicle whose status lacks required values; `today` is the last day on which something can have been done.
 */
function refuseUnsettled({ status, done_on, reason, note }: Partial<Own<'campaign_units'>>, today: string) {
  if ((status === 'remedied' || status === 'no_remedy_needed') && !done_on)
    throw refused('done_on', unitMessages.day, 'required')
  if (status === 'unreachable' && !reason) throw refused('reason', unitMessages.reason, 'required')
  if (status === 'unreachable' && reason === 'other' && !note) throw refused('note', unitMessages.note, 'required')
  if (done_on && done_on > today) throw refused('done_on', NOT_IN_FUTURE, 'too_large')
}

/** The names of these records' years that owners do not see yet, by id. */
async function preparedYears(db: Db, writes: Becoming[]) {
  const ids = new Set(writes.map(({ next }) => String(next['year_id'])))
  const query = db.selectFrom('years').select(['id', 'name']).where('rollover_id', 'is not', null)
  const years = ids.size ? await query.where('id', 'in', [...ids]).execute() : []
  return new Map<unknown, string>(years.map(({ id, name }) => [id, name]))
}

/** The refusal of a year in preparation for an owner's RV: 422 on its field. Owners are told that it does not exist. */
function ofPreparedYear(name: string, change?: Pick<AnyChange, 'actor'>) {
  const { choose = '' } = referencesOf('rvs').find(({ column }) => column === 'year_id') ?? {}
  if (change?.actor.kind === 'user') return refused('year', choose, 'inactive')
  return refused('year', `${name} is still being prepared. Owners do not see it yet.`, 'not_allowed')
}

/** Those of these writes that get a refusal, each with it. */
const refusing = (writes: Becoming[], errorOf: (write: Becoming) => AppError | false) =>
  new Map<Becoming, Why>(
    writes.flatMap((write) => {
      const error = errorOf(write)
      return error ? [[write, { kind: 'refused', error }]] : []
    }),
  )

/** Refuses to delete a year in preparation on its own, as its copies would stay: 422. */
async function refuseToDeletePrepared(db: Db, table: RecordTable, id: string) {
  const [year] = await readQuery<{ name: string }>(
    db,
    `select name from ${table} where id = ? and rollover_id is not null`,
    [id],
  )
  if (!year) return
  const words = `${year.name} is being prepared. Please throw it away under “Model-year rollover”.`
  throw refused(recordTables[table].key, words, 'not_allowed')
}
