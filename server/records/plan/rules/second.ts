import { takenIn } from '#contract/kind.ts'
import type { RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import { externalIdTaken, hasExternalIds } from './external-ids.ts'
import { maybeSame, uniqueOfOwner } from './of-owner.ts'
import { type Becoming, isActive, moves, type PlannedWrite, type Rule, returns } from './rule.ts'
import { comparedIn } from './twins.ts'

/** The second of two writes does not give its record the same unique values. What an undo restores was so before. */
export const noSecond: Rule = {
  begin({ table, sameAs, undoing }) {
    if (undoing) return {}
    const earlier = new Map<string, { write: PlannedWrite; says: unknown }[]>()
    return {
      ask(write) {
        const all = isActive(write) ? whatIsUnique(table, write, sameAs !== undefined) : []
        for (const { field, key, taken, says } of all) {
          const some = earlier.get(key) ?? []
          const first = some.find((one) => maybeSame(one.says, says))
          if (first) throw sameAs?.(first.write, field) ?? refused(field, taken, 'taken')
          earlier.set(key, [...some, { write, says }])
        }
      },
    }
  },
}

type Unique = { field: string; key: string; taken: string; says?: unknown }

/** The values that no other record of the kind may have, the field to name, and what tells records apart anyway. */
function* whatIsUnique(table: RecordTable, write: Becoming, isAlways: boolean): Generator<Unique> {
  const { next } = write
  const { unique } = recordTables[table]
  const ofOwner = uniqueOfOwner(table, next)
  const external = hasExternalIds(table) ? next['external_id'] : undefined
  if (ofOwner) {
    const { owner, column, whose, key, taken, isOwned, apart } = ofOwner
    if (isAlways || returns(write) || moves(write, [owner, column, whose, apart]))
      yield {
        field: wireName(table, column),
        key: JSON.stringify(key),
        taken: taken[isOwned ? 0 : 1],
        says: next[apart],
      }
  } else if (unique) {
    const key = JSON.stringify(comparedIn(table, next))
    yield { field: unique.field, key, taken: takenIn(unique) }
  }
  if (typeof external === 'string' && (returns(write) || moves(write, ['external_id'])))
    yield { field: 'external_id', key: `external ${external}`, taken: externalIdTaken(table) }
}
