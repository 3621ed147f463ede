import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'

const SYNCED = [
  'rv_types',
  'years',
  'models',
  'topics',
  'sub_topics',
  'manuals',
  'manual_pages',
  'cms_pages',
  'dealers',
  'app_images',
  'menu_items',
  'social_medias',
  'rvs',
  'checklists',
  'maintenance_items',
]

/** The records of the owners' app that syncs would never send, because nothing records when they moved. */
export async function withoutNote(db: Db) {
  const found = SYNCED.map(
    (table) => `select '${table}' as record_type, id from ${table}
      where not exists (select 1 from synced where record_type = '${table}' and record_id = ${table}.id)`,
  )
  return readQuery<{ record_type: string; id: string }>(db, found.join(' union all '), [])
}

type Counts = { table_name: string; active: number; deleted: number }

/** What triggers maintain beside the records, without the moments at which each moved. */
export async function derivedOf(db: Db) {
  const ask = (text: string) => readQuery<Record<string, unknown>>(db, text, [])
  return {
    synced: await ask(`select record_type, record_id, owner_id from synced where record_type <> 'epoch' order by 1, 2`),
    counts: (await readQuery<Counts>(db, 'select table_name, active, deleted from record_counts order by 1', [])).map(
      ({ table_name, active, deleted }) => [table_name, Number(active), Number(deleted)],
    ),
    words: await ask('select word from name_words order by 1'),
    days: await ask('select name, day, count from daily_counts where count <> 0 order by 1, 2'),
  }
}
