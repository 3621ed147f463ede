import type { Rollover, RolloverCounts, RolloverPart } from '#contract/rollovers.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'

export const partTables = { models: 'models', manuals: 'manuals', pages: 'manual_pages' } as const

/** What is chosen from a year; everything, if left out. */
export type Chosen = {
  model_ids?: string[] | undefined
  manual_ids?: string[] | undefined
  topic_ids?: string[] | undefined
}

/** What to copy from which year. */
export type ToCopy = Chosen & { from_year_id: string; parts: readonly RolloverPart[] }

type Stored = Omit<Tables['rollovers'], 'parts' | 'chosen' | 'counts'> & {
  parts: string
  chosen: string
  counts: string
  from_name: string
  created_by: string | null
  change_state: string
  problem: string | null
  rollover_id: string | null
  is_deleted: number
}

const SELECT = `select rollovers.*, source.name as from_name, admins.name as created_by, changes.state as change_state, changes.problem,
    years.rollover_id, years.is_deleted, years.name
  from rollovers inner join years on years.id = rollovers.year_id
    inner join years as source on source.id = rollovers.from_year_id
    inner join changes on changes.id = rollovers.change_id
    left join admins on admins.id = rollovers.admin_id`

function stateOf({ change_state, rollover_id, is_deleted }: Stored): Rollover['state'] {
  if (is_deleted) return 'discarded'
  if (rollover_id === null) return 'live'
  return change_state === 'done' ? 'ready' : 'preparing'
}

const NOTHING: RolloverCounts = { models: 0, manuals: 0, pages: 0 }

async function madeFor(db: Db, ids: string[]) {
  const rows = await readQuery<{ rollover_id: string; record_type: string; total: number | string }>(
    db,
    `select rollover_id, record_type, count(*) as total from rollover_copies
     where rollover_id in ${engineOf(db).textsFromJson} group by rollover_id, record_type`,
    [JSON.stringify(ids)],
  )
  const made = new Map<string, RolloverCounts>()
  for (const { rollover_id, record_type, total } of rows) {
    const part = record_type === 'manual_pages' ? 'pages' : (record_type as 'models' | 'manuals')
    made.set(rollover_id, { ...(made.get(rollover_id) ?? NOTHING), [part]: Number(total) })
  }
  return made
}

async function withMade(db: Db, rows: Stored[]): Promise<Rollover[]> {
  const made = await madeFor(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    _id: row.id,
    state: stateOf(row),
    from_year: { _id: row.from_year_id, name: row.from_name },
    year_id: row.year_id,
    name: row.name,
    parts: JSON.parse(row.parts) as RolloverPart[],
    counts: JSON.parse(row.counts) as RolloverCounts,
    made: made.get(row.id) ?? NOTHING,
    go_live_at: row.go_live_at,
    change_id: row.change_id,
    problem: row.problem,
    created_at: row.created_at,
    created_by: row.created_by,
  }))
}

/** All rollovers, newest first. */
export const listRollovers = async (db: Db) =>
  withMade(db, await readQuery<Stored>(db, `${SELECT} order by rollovers.created_at desc, rollovers.id desc`, []))

/** One rollover. Throws 404. */
export async function findRollover(db: Db, id: string): Promise<Rollover> {
  const [found] = await withMade(db, await readQuery<Stored>(db, `${SELECT} where rollovers.id = ?`, [id]))
  if (!found) throw notFound('This rollover')
  return found
}

/** What a rollover copies, as chosen. */
export async function toCopyOf(db: Db, { _id, from_year, parts }: Rollover): Promise<ToCopy> {
  const { chosen } = await db.selectFrom('rollovers').select('chosen').where('id', '=', _id).executeTakeFirstOrThrow()
  return { ...(JSON.parse(chosen) as Chosen), from_year_id: from_year._id, parts }
}

/** The changes that took something over and are undone now. */
export async function undoneTakeOvers(db: Db, rollover_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rollover_take_overs')
    .innerJoin('changes', 'changes.id', 'change_id')
    .select('change_id')
    .distinct()
    .where('rollover_id', '=', rollover_id)
    .where('undone_by', 'is not', null)
    .execute()
  return rows.map(({ change_id }) => change_id)
}

type Sql = { sql: string; values: string[] }

/** SQL for a year's records to copy; active ones, below active ones. */
export function sourcesOf(db: Db, part: RolloverPart, plan: ToCopy): Sql {
  const values: string[] = []
  const among = (column: string, ids: string[] | undefined) => {
    if (!ids) return ''
    values.push(JSON.stringify(ids))
    return ` and ${column} in ${engineOf(db).textsFromJson}`
  }
  const active = (table: string) => `(select id from ${table} where is_deleted = 0)`
  if (part !== 'pages') {
    const table = partTables[part]
    values.push(plan.from_year_id)
    const ids = part === 'models' ? plan.model_ids : plan.manual_ids
    const where = `${table}.year_id = ? and ${table}.is_deleted = 0 and ${table}.cat_id in ${active('rv_types')}`
    return { sql: `${where}${among(`${table}.id`, ids)}`, values }
  }
  const manuals = sourcesOf(db, 'manuals', plan)
  values.push(...manuals.values)
  const where = `manual_pages.is_deleted = 0
    and manual_pages.manual_id in (select manuals.id from manuals where ${manuals.sql})
    and manual_pages.topic_id in ${active('topics')} and manual_pages.subtopic_id in ${active('sub_topics')}`
  return { sql: `${where}${among('manual_pages.topic_id', plan.topic_ids)}`, values }
}

/** How much there is to copy. */
export async function countSources(db: Db, plan: ToCopy): Promise<RolloverCounts> {
  const counts = { ...NOTHING }
  for (const part of plan.parts) counts[part] = await countIn(db, partTables[part], sourcesOf(db, part, plan))
  return counts
}

/** How many of these can be chosen from a year. */
export function countChosen(db: Db, table: 'models' | 'manuals' | 'topics', from_year_id: string, ids: string[]) {
  if (table !== 'topics')
    return countIn(db, table, sourcesOf(db, table, { from_year_id, parts: [], model_ids: ids, manual_ids: ids }))
  const sql = `is_deleted = 0 and id in ${engineOf(db).textsFromJson}`
  return countIn(db, table, { sql, values: [JSON.stringify(ids)] })
}

async function countIn(db: Db, table: string, { sql, values }: Sql) {
  const [row] = await readQuery<{ total: number | string }>(
    db,
    `select count(*) as total from ${table} where ${sql}`,
    values,
  )
  return Number(row?.total)
}
