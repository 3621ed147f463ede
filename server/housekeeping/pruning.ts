import { DAY, firstIdAt, now } from '../clock.ts'
import { inSlices } from '../db/in-slices.ts'
import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import { ownNamesIn } from '../integrations/files/store.ts'

/** Documented in docs/operating.md. */
const DAYS_KEPT = { signIns: 2 * 365, warrantyAnswers: 365, endedKeys: 365 }

const ago = (days: number) => new Date(now() - days * DAY)

/** Removes old sign-ins of app users. They still count. */
export const pruneSignIns = (db: Db) =>
  inSlices(db, async (db, most) => {
    const gone = await writeQuery<object>(
      db,
      `delete from app_sign_ins where id in (select id from app_sign_ins where id < ? order by id limit ?) returning id`,
      [firstIdAt(ago(DAYS_KEPT.signIns)), most],
    )
    const row = { table_name: 'app_sign_ins', total: gone.length }
    if (gone.length) {
      await db
        .insertInto('pruned_rows')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('table_name').doUpdateSet((kept) => ({ total: kept('pruned_rows.total', '+', row.total) })),
        )
        .execute()
    }
    return gone.length
  })

/**
 * Removes changes older than this many days, each as a whole: without its row nobody sees its entries, which follow in
 * steps, now or next time. A running change stays, as does everything from the change it undoes onwards: what has
 * happened since decides what each of its steps may restore. Resolves to the names of the files they kept.
 */
export async function pruneChanges(db: Db, historyDays: number) {
  const old = firstIdAt(ago(historyDays))
  await inSlices(db, async (db, most) =>
    removed(
      db,
      `delete from changes where id in (
         select id from changes where id < ? and state <> 'running' order by id limit ?) returning id`,
      [await firstNeeded(db, old), most],
    ),
  )
  const files = new Set<string>()
  await inSlices(db, async (db, most) => {
    const gone = await writeQuery<{ changes: string }>(
      db,
      `delete from activity where id in (
         select id from activity where id < ?
           and not exists (select 1 from changes where changes.id = activity.change_id)
         order by id limit ?) returning changes`,
      [await firstNeeded(db, old), most],
    )
    for (const { changes } of gone) for (const name of ownNamesIn(changes)) files.add(name)
    return gone.length
  })
  await inSlices(db, async (db, most) =>
    removed(
      db,
      `delete from renumbered where id in (
         select id from renumbered where id < ?
           and not exists (select 1 from changes where changes.id = renumbered.change_id)
         order by id limit ?) returning id`,
      [await firstNeeded(db, old), most],
    ),
  )
  return files
}

/** The id before which no change is needed: `old`, or the first change that a running one undoes. */
async function firstNeeded(db: Db, old: string) {
  // Written out, as SQLite does not use the index of running changes with a parameter.
  const text = `select min(undoes) as first from changes where state = 'running'`
  const [running] = await readQuery<{ first: string | null }>(db, text, [])
  return running?.first && running.first < old ? running.first : old
}

/** Removes warranty answers and ended program keys more than a year old. */
export async function pruneOld(db: Db) {
  const remove = (text: string, at: string, times: number) =>
    inSlices(db, (db, most) => removed(db, text, [...Array<string>(times).fill(at), most]))
  await remove(
    `delete from warranty_answers where serial in (select serial from warranty_answers where at < ? limit ?)
     returning serial`,
    ago(DAYS_KEPT.warrantyAnswers).toISOString(),
    1,
  )
  // Its program stays, as the author of changes.
  await remove(
    `delete from program_keys where id in (
       select id from program_keys where ended_at < ? or expires_at < ? limit ?) returning id`,
    ago(DAYS_KEPT.endedKeys).toISOString(),
    2,
  )
}

/** Removes preparations of model years whose change is no longer known and which are over: live, or undone. */
export async function pruneRollovers(db: Db) {
  const over = `select id from rollovers where not exists (select 1 from changes where changes.id = rollovers.change_id)
    and not exists (select 1 from years where years.rollover_id = rollovers.id)`
  for (const [table, key] of [
    ['rollover_copies', 'copy_id'],
    ['rollover_take_overs', 'id'],
  ])
    await inSlices(db, (db, most) =>
      removed(
        db,
        `delete from ${table} where ${key} in (
           select ${key} from ${table} where rollover_id in (${over}) limit ?) returning ${key}`,
        [most],
      ),
    )
  await inSlices(db, (db, most) =>
    removed(db, `delete from rollovers where id in (${over} limit ?) returning id`, [most]),
  )
}

const removed = async (db: Db, text: string, values: (string | number)[]) =>
  (await writeQuery<object>(db, text, values)).length
