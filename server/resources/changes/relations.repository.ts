import type { RecordType } from '#contract/changes.ts'
import { rawQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { titlesOf } from '../../records/open-change.ts'
import { recordTables, referencesTo } from '../../records/record-tables.ts'
import { wentWith } from '../../records/went-with.ts'

/** The field of a list that shows what a reference column points to. */
const shownAs: Partial<Record<RecordTable, Record<string, string>>> = {
  models: { cat_id: 'rv_type', year_id: 'year_name' },
  manuals: { cat_id: 'rv_type', year_id: 'year_name' },
  rvs: { cat_id: 'rv_type', year_id: 'year_name', model_id: 'model_name', user_id: 'added_by' },
  sub_topics: { topic_id: 'topic_name' },
  manual_pages: { manual_id: 'name', topic_id: 'topic', subtopic_id: 'subtopic' },
}

/** What goes along with a record, what uses it, and how much a restore would bring back. Throws 404. */
export async function relationsOf(db: Db, table: RecordType, id: string) {
  const title = (await titlesOf(db, table, [id])).get(id)
  if (title === undefined) throw notFound('This record')
  const below = recordTables[table].along ?? []
  const isAlong = (one: { table: RecordTable; column: string }) =>
    below.some((along) => along.table === one.table && along.column === one.column)
  const users = referencesTo(table).filter((one) => !isAlong(one))
  const described = async (some: { table: RecordTable; column: string }[]) => {
    const counted = []
    for (const one of some) {
      const count = await countBy(db, one, id, 0)
      const field = shownAs[one.table]?.[one.column]
      const filters = field ? { [field]: { op: 'equals', value: title } } : {}
      if (count) counted.push({ record_type: one.table, count, filters })
    }
    return counted
  }
  let [all, together] = [0, 0]
  for (const one of below) {
    all += await countBy(db, one, id, 1)
    together += (await wentWith(db, table as RecordTable, id, one.table)).length
  }
  return { along: await described(below), used_by: await described(users), below: all, went_with: together }
}

async function countBy(db: Db, { table, column }: { table: RecordTable; column: string }, id: string, deleted: 0 | 1) {
  const [row] = await rawQuery<{ total: number }>(
    db,
    `select count(*) as total from ${table} where ${column} = ? and is_deleted = ${deleted}`,
    [id],
  )
  return Number(row?.total ?? 0)
}
