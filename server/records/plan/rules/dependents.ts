import { readQuery } from '../../../db/raw-query.ts'
import type { RecordTable } from '../../../db/schema.ts'
import { referencesOf, referencesTo } from '../../record-tables.ts'
import { goes, keyOf, type Rule, type Why } from './rule.ts'

/** An undo deletes nothing that has active records below it, nor what it added and others have come to use. */
export const dependents: Rule = {
  begin({ db, table, undoing }) {
    if (!undoing) return {}
    const { id, ahead } = undoing
    return {
      async among(writes) {
        const going = writes.filter(goes)
        const inWay = new Map<string, Why>()
        for (const { table: users, column } of going.length ? referencesTo(table) : []) {
          const kind = isBelow(users, column) ? 'below' : 'used'
          const ids = going.flatMap(({ row, isAdded }) => (row && (kind === 'below' || isAdded) ? row.id : []))
          if (!ids.length) continue
          // What the change itself brought is deleted first, or blocks too.
          const others = `and not exists (
            select 1 from activity where activity.record_id = ${users}.id and activity.change_id = ?)`
          const rows = await readQuery<{ parent: string; id: string }>(
            db,
            `select ${column} as parent, min(id) as id from ${users}
             where ${column} in (${ids.map(() => '?').join()}) and is_deleted = 0 ${ahead ? others : ''} group by ${column}`,
            [...ids, ...(ahead ? [id] : [])],
          )
          for (const { parent, id } of rows) inWay.set(parent, { kind, cause: { table: users, id } })
        }
        return new Map(
          going.flatMap((write) => {
            const held = ahead?.blocked.get(keyOf(table, write.row?.id))
            const isHeld = held && (held.kind === 'below' || write.isAdded)
            const why = isHeld ? held : inWay.get(write.row?.id ?? '')
            return why ? [[write, why]] : []
          }),
        )
      },
    }
  },
}

/** Whether records with this reference are deleted together with the one it refers to. */
export const isBelow = (table: RecordTable, column: string) =>
  referencesOf(table).some((one) => one.column === column && one.deletedWith)
