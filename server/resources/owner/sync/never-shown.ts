import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db } from '../../../db/schema.ts'
import { wireName } from '../../../records/record-tables.ts'

/** SQL for years in preparation that have never been live. */
const PREPARED_YEARS = `select id from years where rollover_id is not null and not exists (
  select 1 from activity where table_name = 'years' and record_id = years.id and action = 'edit'
    and changes like '%"${wireName('years', 'rollover_id')}"%')`

/** SQL for a table's records that belong to them, and never belonged to another year. */
const ofThem = (table: 'models' | 'manuals') => `select id from ${table} where year_id in (${PREPARED_YEARS})
  and not exists (select 1 from activity where table_name = '${table}' and record_id = ${table}.id and action = 'edit'
    and changes like '%"${wireName(table, 'year_id')}"%')`

const prepared: Readonly<Record<string, string>> = {
  years: PREPARED_YEARS,
  models: ofThem('models'),
  manuals: ofThem('manuals'),
  manual_pages: `select id from manual_pages where manual_id in (${ofThem('manuals')})`,
}

/** Tables whose records are published at set times. */
const DATED = ['app_images', 'cms_pages', 'manual_pages']

/**
 * Those of these currently hidden records that owners have never seen: in preparation, or not published yet. An app has
 * nothing to remove, and must not learn of them. If the history does not reach back to a record's addition, it may have
 * been seen.
 */
export async function neverShown(db: Db, table: string, ids: string[], now: string): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const among = JSON.stringify(ids)
  const hidden = prepared[table]
  const ofPrepared = hidden
    ? await readQuery<{ id: string }>(
        db,
        `select id from (${hidden}) as hidden where id in ${engineOf(db).textsFromJson}`,
        [among],
      )
    : []
  const never = new Set(ofPrepared.map(({ id }) => id))
  if (!DATED.includes(table)) return never
  const entries = await readQuery<Entry & { record_id: string }>(
    db,
    `select record_id, at, action, changes from activity
     where table_name = ? and record_id in ${engineOf(db).textsFromJson} order by id`,
    [table, among],
  )
  for (const [id, ofRecord] of Map.groupBy(entries, ({ record_id }) => record_id))
    if (!wasEverPublished(ofRecord, now)) never.add(id)
  return never
}

type Entry = { at: string; action: string; changes: string }
type Dates = Partial<Record<'publish_at' | 'unpublish_at', [unknown, string | null]>>

/** Whether a record was visible at some time between two entries of its history, or between the last and now. */
function wasEverPublished(entries: Entry[], now: string) {
  if (entries[0]?.action !== 'add') return true
  const dates: { publish_at: string | null; unpublish_at: string | null } = { publish_at: null, unpublish_at: null }
  let isDeleted = false
  return entries.some(({ at, action, changes }, place) => {
    const changed = JSON.parse(changes) as Dates
    for (const name of ['publish_at', 'unpublish_at'] as const) {
      const to = changed[name]
      if (to) dates[name] = to[1]
    }
    if (action === 'delete' || action === 'restore') isDeleted = action === 'delete'
    const next = entries[place + 1]
    const until = next ? next.at : now
    const from = [at, dates.publish_at ?? ''].toSorted().at(-1) ?? ''
    return !isDeleted && from <= until && from <= (dates.unpublish_at ?? until)
  })
}
