import type { BulkFields } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { whereClause } from '../../../db/lists/list-filters.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db } from '../../../db/schema.ts'
import { refused } from '../../../errors.ts'
import { unexpectedNumber } from '../../../records/record-tables.ts'
import { servedKinds } from '../../kinds.ts'

/** A choice by a list's filters. */
export type Matching = NonNullable<BulkFields['matching']>

/** How many records matched, counted before a transaction begins, and the last place of the table at that time. */
export type Counted = { total: number; through: number }

export async function countBefore(db: Db, table: RecordType, matching: Matching, except: string[]): Promise<Counted> {
  const through = await lastPlace(db, table)
  return { through, total: await countMatching(db, table, matching, except) }
}

/** The last place of a table; records added later come after it. */
export async function lastPlace(db: Db, table: RecordType) {
  const [last] = await readQuery<{ seq: number }>(db, `select max(seq) as seq from ${table}`, [])
  return Number(last?.seq ?? 0)
}

/**
 * The records that a call means: all by id, unless they are more than `most`. Already `counted` ones are not counted
 * again. Throws 409 for an unexpected number.
 */
export async function choose(db: Db, fields: BulkFields, most: number, counted?: Counted) {
  const { record_type, ids, matching = {}, except = [], expect } = fields
  const chosen = ids
    ? await existing(db, record_type, ids, except)
    : counted && counted.total > most
      ? { total: counted.total }
      : await matchingIds(db, record_type, { matching, except, most: counted ? Infinity : most })
  if (expect !== undefined && chosen.total !== expect)
    throw unexpectedNumber(record_type, { found: chosen.total, expected: expect }, 'Nothing was changed.')
  return chosen
}

type Chosen = { total: number; ids?: string[] }

async function existing(db: Db, table: RecordType, ids: string[], except: string[]): Promise<Chosen> {
  const wanted = [...new Set(ids)].filter((id) => !except.includes(id))
  const found = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(wanted)],
  )
  if (found.length !== wanted.length) throw refused('ids', 'Some of these records do not exist.', 'unknown')
  return { total: wanted.length, ids: wanted }
}

async function matchingIds(
  db: Db,
  table: RecordType,
  { matching, except, most }: { matching: Matching; except: string[]; most: number },
): Promise<Chosen> {
  if (most < Infinity) {
    const total = await countMatching(db, table, matching, except)
    if (total > most) return { total }
  }
  const { sql, values } = whereFor(db, table, matching, except, 'collect')
  const found = await readQuery<{ id: string }>(
    db,
    `select ${table}.id from ${table} ${sql} order by ${table}.seq`,
    values,
  )
  return { total: found.length, ids: found.map(({ id }) => id) }
}

async function countMatching(db: Db, table: RecordType, matching: Matching, except: string[]) {
  const { sql, values } = whereFor(db, table, matching, except, 'collect')
  const count = `select count(*) as total from ${table} ${sql}`
  const [found] = await engineOf(db).rowsOffThread<{ total: number }>(db, count, values)
  return Number(found?.total ?? 0)
}

/**
 * The WHERE clause of records chosen by id or by the list's filters. Throws 422 for a filter the list does not have.
 */
export function whereChosen(
  db: Db,
  table: RecordType,
  { ids, matching = {}, except }: Pick<BulkFields, 'ids' | 'matching'> & { except: string[] },
) {
  if (!ids) return whereFor(db, table, matching, except, 'collect')
  const wanted = ids.filter((id) => !except.includes(id))
  return { sql: `where ${table}.id in ${engineOf(db).textsFromJson}`, values: [JSON.stringify(wanted)] }
}

/** The WHERE clause of the list's filters without the exceptions. Throws 422 for a filter the list does not have. */
export function whereFor(db: Db, table: RecordType, matching: Matching, except: string[], plan: 'collect' | 'walk') {
  const list = servedKinds[table].list
  const { filters, is_deleted, ...scope } = matching
  for (const field of Object.keys(scope)) {
    if (!list.columns[field]) throw refused('matching', `This list cannot be filtered by the field ${field}.`)
  }
  const fixed = Object.fromEntries(Object.entries(scope).map(([field, value]) => [field, String(value)]))
  const { sql, values } = whereClause(db, list, { filters, is_deleted }, fixed, plan)
  if (!except.length) return { sql: sql || 'where 1 = 1', values }
  const others = `${table}.id not in ${engineOf(db).textsFromJson}`
  return { sql: sql ? `${sql} and ${others}` : `where ${others}`, values: [...values, JSON.stringify(except)] }
}
