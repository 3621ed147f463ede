import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { recordTables, wireName } from '../../record-tables.ts'
import { choicesKnown } from './choices.ts'
import { externalIdTaken, hasExternalIds, refuseTakenExternalId } from './external-ids.ts'
import { kindRules } from './of-kinds.ts'
import { refuseSameOfOwner, uniqueOfOwner } from './of-owner.ts'
import { refuseInactiveParents } from './parents.ts'
import { type About, type Asking, type Becoming, moves, type PlannedWrite, type Rule, returns } from './rule.ts'
import { refuseLeftBehind } from './sharers.ts'
import { comparedIn, refuseDuplicate, twinsKnown } from './twins.ts'

const isActive = ({ next }: Becoming) => !next['is_deleted']

/**
 * Every rule of a write, in the order in which they are asked, whatever it comes from: a form, a cell, a value for many, a
 * file, a program, an undo, a copied year. A rule that is added here, or to those of some kinds, is met by all of them.
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
    begin: ({ db, table }) => ({
      ask(write) {
        const { owner, column, unowned } = recordTables[table].uniqueOfOwner ?? {}
        // One that stays deleted takes nothing from anybody.
        if (!isActive(write)) return
        if (owner && column && unowned && (returns(write) || moves(write, [owner, column, unowned])))
          return refuseSameOfOwner(db, table, write.next)
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

/** Refuses the second of two writes that would give their records what only one may have. */
function refuseSecond({ table, sameAs }: About): Asking {
  const earlier = new Map<string, PlannedWrite>()
  return {
    ask(write) {
      for (const { field, key, taken } of isActive(write) ? whatIsUnique(table, write, sameAs !== undefined) : []) {
        const first = earlier.get(key)
        if (first) throw sameAs?.(first, field) ?? refused(field, taken, 'taken')
        earlier.set(key, write)
      }
    },
  }
}

/** What no other record of the kind may have, and the field that says so. */
function* whatIsUnique(table: RecordTable, write: Becoming, isAlways: boolean) {
  const { next } = write
  const { unique } = recordTables[table]
  const ofOwner = uniqueOfOwner(table, next)
  const external = hasExternalIds(table) ? next['external_id'] : undefined
  if (ofOwner) {
    const { owner, column, whose, key, taken, isOwned } = ofOwner
    if (isAlways || returns(write) || moves(write, [owner, column, whose]))
      yield { field: wireName(table, column), key: JSON.stringify(key), taken: taken[isOwned ? 0 : 1] }
  } else if (unique) {
    const key = JSON.stringify(comparedIn(table, next))
    yield { field: unique.field, key, taken: `${unique.thing} already exists.` }
  }
  if (typeof external === 'string' && (returns(write) || moves(write, ['external_id'])))
    yield { field: 'external_id', key: `external ${external}`, taken: externalIdTaken(table) }
}

/**
 * Begins to ask all rules about writes of one kind, which remember what was asked before. Throws what the first rule says
 * that refuses a write. With `inUndo`, only those that an undo does not ask itself.
 */
export function rulesOf(db: Db, table: RecordTable, { inUndo = false, ...more }: RulesAbout = {}) {
  const asked = writeRules
    .filter(({ of, undoAsksItself }) => (of?.(table) ?? true) && !(inUndo && undoAsksItself))
    .map(({ begin }) => begin({ db, table, ...more }))
  const becoming = (write: PlannedWrite): Becoming => ({ ...write, next: { ...write.row, ...write.values } })
  return {
    async refuse(write: PlannedWrite) {
      const one = becoming(write)
      for (const { ask } of asked) await ask(one)
    },
    /** Looks things up for many writes at once, before each of them is asked about. */
    async lookUp(writes: PlannedWrite[]) {
      const all = writes.map(becoming)
      for (const { ahead } of asked) await ahead?.(all)
    },
  }
}

export type RulesAbout = Omit<About, 'db' | 'table'> & { inUndo?: boolean }
