import type { RecordType } from '#contract/kinds.ts'
import { rawQuery } from '../../db/raw-query.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { titlesOf } from '../../records/open-change.ts'
import { deletedWith, referencesTo } from '../../records/record-tables.ts'
import { wentWith } from '../../records/went-with.ts'
import { pagesToRestore } from '../manual-pages/manual-pages.repository.ts'

/** The field of a list that shows what a reference column points to. */
const shownAs: Partial<Record<RecordTable, Record<string, string>>> = {
  models: { cat_id: 'rv_type', year_id: 'year_name' },
  manuals: { cat_id: 'rv_type', year_id: 'year_name' },
  rvs: { cat_id: 'rv_type', year_id: 'year_name', model_id: 'model_name', user_id: 'added_by' },
  sub_topics: { topic_id: 'topic_name' },
  manual_pages: { manual_id: 'name', topic_id: 'topic', subtopic_id: 'subtopic' },
}

/** Which other filters of those lists tell records of the same name apart. */
const namesakesApart: Partial<Record<RecordTable, string>> = {
  models: `select rv_types.name as rv_type, years.name as year_name from models
    inner join rv_types on rv_types.id = models.cat_id inner join years on years.id = models.year_id
    where models.id = ?`,
  sub_topics: `select topics.name as topic from sub_topics
    inner join topics on topics.id = sub_topics.topic_id where sub_topics.id = ?`,
}

/** What goes along with a record, what uses it, and how much a restore would bring back. Throws 404. */
export async function relationsOf(db: Db, table: RecordType, id: string) {
  const title = (await titlesOf(db, table, [id])).get(id)
  if (title === undefined) throw notFound('This record')
  const below = deletedWith(table)
  const isAlong = (one: { table: RecordTable; column: string }) =>
    below.some((along) => along.table === one.table && along.column === one.column)
  const users = referencesTo(table).filter((one) => !isAlong(one))
  const apart = namesakesApart[table as RecordTable]
  const [others = {}] = apart ? await rawQuery<Record<string, string>>(db, apart, [id]) : []
  const described = async (some: Reference[]) => {
    const counted = []
    for (const one of some) {
      const count = await countBy(db, one, id, 0)
      const field = shownAs[one.table]?.[one.column]
      const names = field ? { [field]: title, ...others } : {}
      const filters = Object.fromEntries(
        Object.entries(names).map(([field, value]) => [field, { op: 'equals', value }] as const),
      )
      if (count) counted.push({ record_type: one.table, count, filters })
    }
    return counted
  }
  let [all, together] = [0, 0]
  for (const one of below) {
    const wentAlong = await wentWith(db, table as RecordTable, id, one.table)
    const { everything, onlyWith } = await countReturning(db, one, id, wentAlong)
    all += everything
    together += onlyWith
  }
  return { along: await described(below), used_by: await described(users), below: all, went_with: together }
}

type Reference = { table: RecordTable; column: string }

/** How many deleted records come back with theirs. Pages have rules of their own. */
async function countReturning(db: Db, one: Reference, id: string, wentAlong: string[]) {
  if (one.table !== 'manual_pages') return { everything: await countBy(db, one, id, 1), onlyWith: wentAlong.length }
  const below = one.column === 'topic_id' ? { topic_id: id } : { subtopic_id: id }
  const [everything, onlyWith] = [await pagesToRestore(db, below), await pagesToRestore(db, below, wentAlong)]
  return { everything: everything.restored.length, onlyWith: onlyWith.restored.length }
}

async function countBy(db: Db, { table, column }: Reference, id: string, deleted: 0 | 1) {
  const [row] = await rawQuery<{ total: number }>(
    db,
    `select count(*) as total from ${table} where ${column} = ? and is_deleted = ${deleted}`,
    [id],
  )
  return Number(row?.total ?? 0)
}
