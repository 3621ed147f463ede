import type { Db, RecordTable } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { referencesOf, wireName } from '../../record-tables.ts'
import { inactiveAmong } from './inactive.ts'
import { type About, moves, oneByOne, type Rule, type Values, type Why } from './rule.ts'
import { valuesBefore } from './state-before.ts'

/**
 * A record refers to active records only, which have its own values in the columns they share. What it already refers
 * to may stay although it has been deleted since.
 */
export const unfitChoices: Rule = {
  begin(about) {
    const columns = referencesOf(about.table).flatMap(({ column, shares = [] }) => [column, ...shares])
    // Many records get the same choices.
    const known = new Map<string, Promise<Why | undefined>>()
    const find = oneByOne(({ row, next }) => {
      const key = JSON.stringify(columns.flatMap((column) => [row?.[column], next[column]]))
      const found = known.get(key) ?? unfitChoice(about, next, row)
      known.set(key, found)
      return found
    })
    return {
      among: (writes) => find(writes.filter((write) => !write.isCopy && (!write.row || moves(write, columns)))),
    }
  },
}

async function unfitChoice({ db, table, undoing }: About, next: Values, current?: Values): Promise<Why | undefined> {
  const stays = (column: string) => current !== undefined && next[column] === current[column]
  // If both a type and its model are missing, the type is named.
  const references = referencesOf(table).toSorted((one, other) => mostShared(one) - mostShared(other))
  for (const { column, refersTo, shares, optional } of references) {
    if (optional && next[column] === null) continue
    const id = (next[column] as string | undefined) ?? ''
    const cause = { table: refersTo, id }
    if (!stays(column) && (await inactiveAmong(db, refersTo, [id], undoing)).length)
      return { kind: 'choice', cause, column }
    if (!shares || (stays(column) && shares.every(stays))) continue
    const row = await db
      .selectFrom(refersTo as 'models')
      .select(shares as ('cat_id' | 'year_id')[])
      .where('id', '=', id)
      .executeTakeFirst()
    const has: Values = row ?? {}
    const differing = shares.filter((shared) => has[shared] !== next[shared])
    if (!differing.length) continue
    const had = undoing && (await valuesBefore(db, { ...cause, seq: undoing.seq }, has))
    const wasUnfit = had?.every((values) => shares.some((shared) => values[shared] !== next[shared]))
    if (!wasUnfit) return { kind: 'choice', cause, column, differing }
  }
  return undefined
}

const mostShared = ({ shares }: { shares?: readonly string[] }) => shares?.length ?? 0

/** The refusal of a record because of what its column refers to: 422. */
export async function unfitRefusal(db: Db, table: RecordTable, { cause, column, differing }: Why & { kind: 'choice' }) {
  const { choose = '' } = referencesOf(table).find((one) => one.column === column) ?? {}
  const row = differing ?? (await db.selectFrom(cause.table).select('id').where('id', '=', cause.id).executeTakeFirst())
  return refused(wireName(table, column), choose, row ? 'inactive' : 'unknown')
}
