import type { RecordType } from '#contract/kinds.ts'
import { publishedAt } from '../../db/lists/published.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { DueAct } from '../../jobs/schedule.ts'
import { distinctNames } from '../../records/names/names.ts'
import { countRecords, openChange } from '../../records/open-change.ts'
import { TIME_WAS_SET } from '../../records/publishing-dates.ts'

const acts: Record<string, { call: string; message: string; isLater: boolean }> = {
  publish_at: { call: 'went-live', message: 'Went live.', isLater: false },
  unpublish_at: { call: 'left-app', message: 'Left the app.', isLater: true },
}

/**
 * Tells among the changes that a record went live or left the app by its date; nothing of one that owners do not see
 * anyway. The record stays as it is. Call it in the transaction of the act.
 */
export async function tellGoingLive(db: Db, { about, due_at }: DueAct) {
  const [table, id, column] = about.split(' ') as [RecordType, string, string]
  const act = acts[column]
  if (!act) return
  // What is taken down was to be seen until then.
  const seen = publishedAt(table, act.isLater ? new Date(Date.parse(due_at) - 1).toISOString() : due_at)
  const sql = `select id from ${table} where id = ? and ${table}.${column} = ? and ${seen.sql}`
  if (!(await readQuery(db, sql, [id, due_at, ...seen.values])).length) return
  const { title = '', within } = (await distinctNames(db, table, [id])).get(id) ?? {}
  const { call, message } = act
  const change = openChange({
    actor: { kind: 'system', reason: TIME_WAS_SET },
    call,
    kind: 'other',
    message,
    title,
    detail: within ? `${id} ${within}` : id,
    isFinal: true,
  })
  await countRecords(db, change, table, [])
}
