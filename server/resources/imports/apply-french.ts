import { type FrenchType, frenchTypes } from '#contract/french-calls.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { PlannedRow } from './planned-row.ts'

/** A record whose French some of a file's rows set, as a cursor. */
export type FrenchCursor = { type: FrenchType; id: string }

/**
 * The next records of one kind whose French an import sets, at most so many, each with everything its rows say, as a
 * record is written once. Resolves to none at the end.
 */
export async function nextFrench(db: Db, rehearsalId: string, after: FrenchCursor | undefined, most: number) {
  const { type = '', id = '' } = after ?? {}
  const found = await readQuery<{ record_type: FrenchType; record_id: string }>(
    db,
    `select distinct record_type, record_id from import_rows
     where rehearsal_id = ? and record_type is not null and outcome = 'changed'
       and (record_type > ? or (record_type = ? and record_id > ?))
     order by record_type, record_id limit ?`,
    [rehearsalId, type, type, id, most],
  )
  const [first] = found
  const last = found.findLast(({ record_type }) => record_type === first?.record_type)
  if (!first || !last) return undefined
  const rows = await db
    .selectFrom('import_rows')
    .select(['line', 'record_id', 'version', 'changes'])
    .where('rehearsal_id', '=', rehearsalId)
    .where('outcome', '=', 'changed')
    .where('record_type', '=', first.record_type)
    .where('record_id', '>=', first.record_id)
    .where('record_id', '<=', last.record_id)
    .orderBy('line')
    .execute()
  const records = [...Map.groupBy(rows, ({ record_id }) => record_id)].map(
    ([record_id, [row, ...others]]): PlannedRow => ({
      line: Number(row?.line),
      record_id,
      version: Number(row?.version),
      changes: Object.assign({}, ...[row, ...others].map((one) => JSON.parse(one?.changes ?? '{}') as object)),
    }),
  )
  return { type: first.record_type, rows: records, last: { type: last.record_type, id: last.record_id } }
}

/** How many records an import of French writes. */
export async function countFrench(db: Db, rehearsalId: string) {
  const [found] = await readQuery<{ count: number }>(
    db,
    `select count(*) as count from (select distinct record_type, record_id from import_rows
     where rehearsal_id = ? and record_type is not null and outcome = 'changed') as found`,
    [rehearsalId],
  )
  return Number(found?.count ?? 0)
}

/** How many of the records in its rows have changed since they were checked. */
export async function countOutdatedFrench(db: Db, rehearsalId: string) {
  let sum = 0
  for (const type of frenchTypes) {
    const [found] = await readQuery<{ count: number }>(
      db,
      `select count(distinct record.id) as count from import_rows inner join ${type} as record on record.id = import_rows.record_id
       where import_rows.rehearsal_id = ? and import_rows.record_type = ? and import_rows.outcome = 'changed'
         and record.version <> import_rows.version`,
      [rehearsalId, type],
    )
    sum += Number(found?.count ?? 0)
  }
  return sum
}
