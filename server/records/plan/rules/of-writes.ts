import type { Db, RecordTable } from '../../../db/schema.ts'
import { AppError } from '../../../errors.ts'
import { unfitChoices } from './choices.ts'
import { dependents } from './dependents.ts'
import { ownExternalId } from './external-ids.ts'
import { kindRules } from './of-kinds.ts'
import { uniqueForOwner } from './of-owner.ts'
import { inactiveParents } from './parents.ts'
import { refusalFor } from './refusal.ts'
import {
  type About,
  type Asking,
  type Becoming,
  type First,
  goes,
  type PlannedWrite,
  type Rule,
  type Why,
} from './rule.ts'
import { noSecond } from './second.ts'
import { noneLeftBehind } from './sharers.ts'
import { noTwins } from './twins.ts'

/**
 * Every rule of a write, in the order they are asked, whatever the source: a form, a cell, a value for many, a file, a
 * program, an undo, a copied year. A rule added here, or to those of some kinds, applies to all of them.
 */
export const writeRules: Rule[] = [
  inactiveParents,
  dependents,
  unfitChoices,
  noneLeftBehind,
  ...kindRules,
  uniqueForOwner,
  noTwins,
  ownExternalId,
  noSecond,
]

const rulesFor = (table: RecordTable) => writeRules.filter(({ of }) => of?.(table) ?? true)

export type RulesAbout = Omit<About, 'db' | 'table'>

/**
 * Starts checking writes of one kind against all rules, which remember earlier writes; `also` is asked last. What the
 * first rule to refuse a write says counts.
 */
export function rulesOf(db: Db, table: RecordTable, about: RulesAbout = {}, also?: Asking['ask']) {
  const asked = rulesFor(table).map(({ begin }) => begin({ db, table, ...about }))
  if (also) asked.push({ ask: also })

  /** Each of these writes, and why it is refused, if it is. */
  async function check<Write extends PlannedWrite>(writes: Write[]): Promise<{ write: Write; why: Why | undefined }[]> {
    const all = writes.map((write): Becoming => ({ ...write, next: { ...write.row, ...write.values } }))
    const found = new Map<Becoming, Why>()
    for (const { among, ask } of asked) {
      const open = found.size ? all.filter((write) => !found.has(write)) : all
      if (among) for (const [write, why] of await among(open)) found.set(write, why)
      for (const write of ask ? open : []) {
        // An undo may delete what nothing depends on.
        const why = about.undoing && goes(write) ? undefined : await refusalOf(ask, write)
        if (why) found.set(write, why)
      }
    }
    return writes.map((write, place) => ({ write, why: found.get(all[place] as Becoming) }))
  }

  return { check }
}

async function refusalOf(ask: Asking['ask'], write: Becoming): Promise<Why | undefined> {
  try {
    await ask?.(write)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    return { kind: 'refused', error }
  }
}

/**
 * Refuses, before anything is written, to restore all records of a table found by a WHERE clause, if `first` finds one
 * that a rule refuses: 422.
 */
export async function refuseToRestoreAll(db: Db, table: RecordTable, first: First) {
  for (const { ofRestoringAll } of rulesFor(table)) {
    const why = await ofRestoringAll?.(table, first)
    if (why) throw await refusalFor(db, table, why)
  }
}
