import type { RecordType } from '#contract/kinds.ts'
import { isoNow } from '../clock.ts'
import { writeQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import { type DueAct, schedule } from '../jobs/schedule.ts'
import { recordTables } from './record-tables.ts'

/** The act when a record is published or taken down. */
export const PUBLISHING = 'publishing'
/** The act when owners immediately lose a record that is to be published later. */
export const HIDDEN = 'hidden'
/** Why the product itself makes a change that an administrator scheduled. */
export const TIME_WAS_SET = 'An administrator had set the time'

type Dated = { id: string; changes: Record<string, [from: unknown, to: unknown]> }

/**
 * Schedules the publishing and taking down of a kind's records, if a change sets these dates. Call it in its
 * transaction.
 */
export async function notePublishing(db: Db, table: RecordType, records: Dated[], isAdd: boolean) {
  const columns = Object.entries(recordTables[table].columns).flatMap(([name, { type }]) =>
    type === 'time' ? [name] : [],
  )
  if (!columns.length) return
  for (const { id, changes } of records)
    for (const column of columns) {
      const [from = null, to = null] = changes[column] ?? []
      if (from === to) continue
      await schedule(db, PUBLISHING, `${table} ${id} ${column}`, to as string | null)
      const now = isoNow()
      const isHidden = !isAdd && column === 'publish_at' && !isAfter(from, now) && isAfter(to, now)
      if (isHidden) await schedule(db, PUBLISHING, `${table} ${id} ${HIDDEN}`, now)
    }
}

const isAfter = (moment: unknown, now: string) => typeof moment === 'string' && moment > now

/**
 * The act when it comes due: moves cached answers and what apps sync, as the table's triggers do. The time alone makes
 * owners see the change.
 */
export async function movePublished(db: Db, { about }: DueAct) {
  const [table = '', id = ''] = about.split(' ')
  if (!Object.hasOwn(recordTables, table)) return
  await writeQuery(db, `update ${table} set id = id where id = ?`, [id])
}
