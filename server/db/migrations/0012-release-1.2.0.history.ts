import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/**
 * Tells which changes ran beside a change in steps, and so may be older or newer than some of what it did; stores as facts
 * what only the words of a change have said so far; and notes of which records the adding was undone.
 */
export async function history(db: MigrationDb) {
  const number = isPostgres(db) ? 'bigint' : 'integer'
  await runAll(db, [
    `alter table changes add column last_seq ${number}`,
    'alter table changes add column action text',
    `alter table changes add column done_count ${number}`,
    'alter table changes add column kinds text',
    'alter table changes add column is_redo integer not null default 0',
    'alter table changes add column detail text',
    `create index changes_failed on changes (id) where state = 'failed'`,
  ])
  await tellActions(db)
  await tellRedos(db)
  await countKinds(db)
  await findUndoneAdds(db)
  await renameJobs(db)
}

type Told = { id: string; call: string; kind: string; message: string; state: string }

/** What earlier releases only said in words. */
async function tellActions(db: MigrationDb) {
  const { rows } = await sql<Told>`select id, call, kind, message, state from changes
    where call in ('admin/bulk', 'sign-in-new-browser', 'npm run admin reset')`.execute(db)
  for (const row of rows) {
    const { action, done, detail } = factsOf(row)
    await sql`update changes set action = ${action}, done_count = ${done}, detail = ${detail} where id = ${row.id}`.execute(
      db,
    )
  }
}

function factsOf({ call, kind, message, state }: Told) {
  if (call === 'sign-in-new-browser') {
    return { action: null, done: null, detail: message.replace(/^[^:]*: /, '').replace(/\.$/, '') }
  }
  if (call === 'npm run admin reset') {
    return { action: message.includes('second factors') ? 'reset_factors' : null, done: null, detail: null }
  }
  const status = /deactivat/i.test(message) ? 'deactivate' : 'activate'
  const [, number] = /([\d,]+)/.exec(message) ?? []
  const done = state === 'done' && number ? Number(number.replaceAll(',', '')) : null
  return { action: kind === 'edit' ? status : kind, done, detail: null }
}

/** An undo of an undo does again what that one took back, unless that one was such a redo itself. */
async function tellRedos(db: MigrationDb) {
  const { rows } = await sql<{
    id: string
    undoes: string
  }>`select id, undoes from changes where undoes is not null order by seq`.execute(db)
  const redos = new Map<string, boolean>()
  for (const { id, undoes } of rows) {
    const isRedo = redos.get(undoes) === false
    redos.set(id, isRedo)
    if (isRedo) await sql`update changes set is_redo = 1 where id = ${id}`.execute(db)
  }
}

/** How many records of each kind the larger changes have; for the others, all records are looked at. */
async function countKinds(db: MigrationDb) {
  const { rows } = await sql<{ id: string }>`select id from changes where record_count > 100`.execute(db)
  for (const { id } of rows) {
    const counted = await sql<{
      table_name: string
      total: number
    }>`select table_name, count(distinct record_id) as total from activity
      where id >= ${`${id}00000000`} and id < ${`${id}g`} group by table_name order by min(id)`.execute(db)
    const kinds = JSON.stringify(counted.rows.map(({ table_name, total }) => [table_name, Number(total)]))
    await sql`update changes set kinds = ${kinds} where id = ${id}`.execute(db)
  }
}

/** The kinds whose adding could be undone until then. */
const kinds = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'manuals',
  'manual_pages',
  'checklists',
  'maintenance_items',
  'app_images',
  'menu_items',
  'social_medias',
  'cms_pages',
  'dealers',
  'rvs',
]

/**
 * Inactive records whose adding was undone, which lists leave out. Those of before are found in the history: they were
 * added, and no deletion of them counts.
 */
export async function findUndoneAdds(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `create table undone_adds (record_id ${text} primary key, table_name ${text} not null)`,
    'create index undone_adds_by_table on undone_adds (table_name)',
  ])
  for (const kind of kinds) {
    await sql`insert into undone_adds (record_id, table_name)
      select id, ${sql.lit(kind)} from ${sql.table(kind)} as record
      where is_deleted = 1 and exists (select 1 from activity where record_id = record.id and action = 'add')
        and not exists (
          select 1 from activity inner join changes on changes.id = activity.change_id
          where activity.record_id = record.id and activity.action = 'delete'
            and changes.undoes is null and changes.undone_by is null)`.execute(db)
  }
}

/** Changes in steps have one kind of job. */
async function renameJobs(db: MigrationDb) {
  const { rows } = await sql<{ id: string; kind: string; payload: string }>`select id, kind, payload from jobs
    where kind in ('undo-change', 'bulk-change')`.execute(db)
  for (const { id, kind, payload } of rows) {
    const now = JSON.stringify({ ...(JSON.parse(payload) as object), work: kind.split('-')[0] })
    await sql`update jobs set kind = 'change-step', payload = ${now} where id = ${id}`.execute(db)
  }
}
