import type { Db, RecordTable } from '../db/schema.ts'

/** The tables that a play of undos changes. */
export const playTables = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'manuals',
  'manual_pages',
  'users',
  'rvs',
] as const
export type PlayTable = (typeof playTables)[number]

/** A row of any of them. */
export type Row = Record<string, unknown> & { id: string; is_deleted: number }

export const rowsOf = (db: Db, table: PlayTable) =>
  db
    .selectFrom(table as 'topics')
    .selectAll()
    .orderBy('id')
    .execute() as unknown as Promise<Row[]>

export const isActive = ({ is_deleted }: Row) => is_deleted === 0

/** Broken guarantees of the forms, and records whose origin the history does not explain. */
export const brokenRules = async (db: Db) => [
  ...(await childrenOfDeleted(db)),
  ...(await unfitRvs(db)),
  ...(await untold(db)),
  ...(await activeAndLeftOut(db)),
]

/** Active records that lists leave out. */
async function activeAndLeftOut(db: Db) {
  const marks = new Set((await db.selectFrom('undone_adds').select('record_id').execute()).map((one) => one.record_id))
  const found: string[] = []
  for (const table of playTables)
    for (const row of await rowsOf(db, table))
      if (isActive(row) && marks.has(row.id)) found.push(`${table} ${row.id} is left out of lists`)
  return found
}

async function childrenOfDeleted(db: Db) {
  const parents: [PlayTable, string, PlayTable][] = [
    ['sub_topics', 'topic_id', 'topics'],
    ['manual_pages', 'topic_id', 'topics'],
    ['manual_pages', 'subtopic_id', 'sub_topics'],
  ]
  const found: string[] = []
  for (const [table, column, parent] of parents) {
    const deleted = new Set((await rowsOf(db, parent)).filter((row) => !isActive(row)).map(({ id }) => id))
    for (const row of (await rowsOf(db, table)).filter(isActive))
      if (deleted.has(String(row[column]))) found.push(`${table} ${row.id} is below a deleted record of ${parent}`)
  }
  return found
}

async function unfitRvs(db: Db) {
  const all = new Map((await rowsOf(db, 'models')).map((model) => [model.id, model]))
  return (await rowsOf(db, 'rvs')).flatMap((rv) => {
    const model = all.get(String(rv.model_id))
    const fits = model?.cat_id === rv.cat_id && model?.year_id === rv.year_id
    return fits ? [] : [`the RV ${rv.id} has a model of another type or year`]
  })
}

async function untold(db: Db) {
  const found: string[] = []
  for (const table of playTables) {
    for (const row of await rowsOf(db, table)) {
      const entries = db.selectFrom('activity').select(['version', 'action']).where('record_id', '=', row.id)
      const told = await entries
        .where('table_name', '=', table as RecordTable)
        .orderBy('version')
        .execute()
      const versions = told.map(({ version }) => Number(version))
      const isWhole = versions.every((version, place) => version === place + 1) && versions.length === row.version
      const last = told.findLast(({ action }) => action !== 'edit')?.action
      if (!isWhole || (last === 'delete') !== (row.is_deleted === 1))
        found.push(`${table} ${row.id}: ${versions.join()}`)
    }
  }
  return found
}
