import { DUE_TOO_EARLY, todayIn } from '#contract/maintenance-items.ts'
import { isInOrder, type Publishing, TAKEN_DOWN_FIRST } from '#contract/publishing.ts'
import { refused } from '../../../errors.ts'
import { hasBeenErased, ofErased, ownerColumn } from '../../erased.ts'
import { wasMerged } from '../../merged.ts'
import { recordTables } from '../../record-tables.ts'
import { refusePreparedYear, refuseToDeletePrepared } from './prepared-years.ts'
import { goes, moves, type Rule, returns, type Values } from './rule.ts'

const zoneIn = ({ time_zone }: Values) => (typeof time_zone === 'string' ? time_zone : undefined)

/** The rules that only some kinds have, in the order in which they are asked. */
export const kindRules: Rule[] = [
  {
    of: (table) => ownerColumn(table) !== undefined,
    begin: ({ db, table }) => ({
      // What is new, or stays as it is, the writer refuses.
      async ask(write) {
        const { row, next } = write
        const isMeant = row && !goes(write) && (row.is_deleted || moves(write, [ownerColumn(table) ?? '']))
        if (isMeant && (await ofErased(db, table, [next])).size) throw hasBeenErased()
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
      ask: (write) => moves(write, ['user_id', 'year_id']) && refusePreparedYear(db, write.next, change),
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
    of: (table) => table === 'maintenance_items',
    begin: () => ({
      // A day that is over may stay, and come back: only one that is typed is refused.
      ask({ row, next, fields }) {
        if (fields && next['due_date'] !== row?.['due_date'] && String(next['due_date']) <= todayIn(zoneIn(fields)))
          throw refused('due_date', DUE_TOO_EARLY)
      },
    }),
  },
]
