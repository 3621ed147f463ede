import { takenIn } from '#contract/kind.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import { choicesKnown } from './choices.ts'
import { externalIdTaken, hasExternalIds, refuseTakenExternalId } from './external-ids.ts'
import { kindRules } from './of-kinds.ts'
import { maybeSame, refuseSameOfOwner, uniqueOfOwner } from './of-owner.ts'
import { refuseInactiveParents } from './parents.ts'
import { type About, type Asking, type Becoming, moves, type PlannedWrite, type Rule, returns } from './rule.ts'
import { refuseLeftBehind } from './sharers.ts'
import { comparedIn, refuseDuplicate, twinsKnown } from './twins.ts'

const isActive = ({ next }: Becoming) => !next['is_deleted']

/**
 * Every rule of a write, in the order they are asked, whatever the source: a form, a cell, a value for many, a file, a
 * program, an undo, a copied year. A rule added here, or to those of some kinds, applies to all of them.
 */
export const writeRules: Rule[] = [
  {
    undoAsksItself: true,
    begin: ({ db, table }) => ({
      ask: (write) => returns(write) && refuseInactiveParents(db, table, write.next),
    }),
  },
  {
    undoAsksItself: true,
    begin({ db, table }) {
      const mayChoose = choicesKnown(db, table)
      return { ask: ({ row, next, isCopy }) => mayChoose(isCopy ? next : row, next) }
    },
  },
  {
    undoAsksItself: true,
    begin: ({ db, table }) => ({ ask: ({ row, next }) => row && refuseLeftBehind(db, table, row, next) }),
  },
  ...kindRules,
  {
    begin: ({ db, table, undoing }) => ({
      ask(write) {
        const { owner, column, unowned, apart } = recordTables[table].uniqueOfOwner ?? {}
        // A record that stays deleted is in nobody's way.
        if (!isActive(write)) return
        if (owner && column && unowned && apart && (returns(write) || moves(write, [owner, column, unowned, apart])))
          return refuseSameOfOwner(db, table, write.next, undoing)
      },
    }),
  },
  {
    undoAsksItself: true,
    begin({ db, table }) {
      const known = twinsKnown(db, table)
      return {
        ask: (write) => isActive(write) && refuseDuplicate(db, table, write.next, known.of),
        ahead: (writes) => known.lookUp(writes.map(({ next }) => next)),
      }
    },
  },
  {
    undoAsksItself: true,
    begin: ({ db, table }) => ({ ask: (write) => isActive(write) && refuseTakenExternalId(db, table, write.next) }),
  },
  { undoAsksItself: true, begin: refuseSecond },
]

/** Refuses the second of two writes that would give their records the same unique values. */
function refuseSecond({ table, sameAs }: About): Asking {
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

/**
 * Starts checking writes of one kind against all rules, which remember earlier writes. Throws what the first rule to
 * refuse a write says. With `undoing`, omits the rules that an undo checks itself.
 */
export function rulesOf(db: Db, table: RecordTable, more: RulesAbout = {}) {
  const asked = writeRules
    .filter(({ of, undoAsksItself }) => (of?.(table) ?? true) && !(more.undoing !== undefined && undoAsksItself))
    .map(({ begin }) => begin({ db, table, ...more }))
  const becoming = (write: PlannedWrite): Becoming => ({ ...write, next: { ...write.row, ...write.values } })
  return {
    async refuse(write: PlannedWrite) {
      const one = becoming(write)
      for (const { ask } of asked) await ask(one)
    },
    /** Looks things up for many writes at once, before each is checked. */
    async lookUp(writes: PlannedWrite[]) {
      const all = writes.map(becoming)
      for (const { ahead } of asked) await ahead?.(all)
    },
  }
}

export type RulesAbout = Omit<About, 'db' | 'table'>
