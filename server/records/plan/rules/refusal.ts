import { takenIn } from '#contract/kind.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { AppError, refused } from '../../../errors.ts'
import { titlesOf } from '../../open-change.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import { unfitRefusal } from './choices.ts'
import { externalIdTaken } from './external-ids.ts'
import { isInactive } from './parents.ts'
import type { Which, Why } from './rule.ts'
import { leftBehindRefusal } from './sharers.ts'

/** The refusal of a write for this reason: 422 or 409 with its field. `named` is the cause's name, if it was read. */
export async function refusalFor(db: Db, table: RecordTable, why: Why, named?: string): Promise<AppError> {
  const nameOf = async ({ table, id }: Which) => named ?? (await titlesOf(db, table, [id])).get(id) ?? ''
  switch (why.kind) {
    case 'refused':
      return why.error
    case 'parent':
      return refused(wireName(table, why.column), isInactive(why.cause.table, await nameOf(why.cause)), 'inactive')
    case 'choice':
      return unfitRefusal(db, table, why)
    case 'shared':
      return leftBehindRefusal(db, table, why.sharers)
    case 'name': {
      const { name: thing, key: field, unique = { thing, field } } = recordTables[table]
      return refused(unique.field, takenIn(unique), 'taken')
    }
    case 'external_id':
      return refused('external_id', externalIdTaken(table), 'taken')
    case 'below':
    case 'used': {
      const noun = recordTables[why.cause.table].noun[0]
      const does = why.kind === 'below' ? 'belongs to' : 'uses'
      return new AppError(409, `The ${noun} “${await nameOf(why.cause)}” ${does} it.`, { code: 'in_use' })
    }
  }
}
