import type { Language } from '#contract/french.ts'
import { NIGHT } from '#contract/quiet-hours.ts'
import { toZonedTime } from '#contract/zoned-time.ts'
import { DAY, dayLater, isoNow, now } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { openChange } from '../../records/open-change.ts'
import { recordNew } from '../../records/plan/sources/facts.ts'
import { addTold } from './add-told.ts'
import { moveCounts, STEP_SIZE } from './counts.service.ts'
import { DELIVER_NOTIFICATION } from './delivery.service.ts'
import { knownZone } from './known-zone.ts'
import { AT_ONCE } from './notifications.repository.ts'
import { limitFor, zoneOf } from './owners-sql.ts'
import { reminderOf } from './reminder-text.ts'

/** Recurring work: owners are reminded of maintenance that is due. */
export const REMIND_OWNERS = 'remind-owners'
export const REMIND_EVERY = 900_000
/** How many days late a reminder still goes out, if no server ran in time. */
const LATE_DAYS = 3

type On = Pick<Deps, 'db' | 'settings'>

/** Items by due date: SQLite would look through all owners' items in order. */
const dueItems = (db: Db) => engineOf(db).fromIndex('maintenance_items', 'maintenance_items_due_of_owners')

/** What is due and whose owner wants reminders. The pluses keep SQLite from indexes that all users share. */
const TO_REMIND = `maintenance_items.is_deleted = 0 and maintenance_items.added_by_kind = 'user' and maintenance_items.done_at is null
  and exists (select 1 from users where users.id = maintenance_items.added_by_id and +users.is_deleted = 0 and +users.status = 1
    and users.erased_at is null and users.reminders = 1)
  and not exists (select 1 from maintenance_reminders as known
    where known.item_id = maintenance_items.id and known.due_date = maintenance_items.due_date)`

/**
 * Reminds owners of what is due so many days from now, where that day has come and it is not their night. An item is
 * reminded of once for each due date it has had. Failures are made up for the next time.
 */
export async function remindOwners({ db, settings }: On) {
  const before = settings.maintenanceReminderDays
  // Somewhere it is a day earlier than here, and somewhere a day later.
  for (let days = before + 1; days >= -1 - LATE_DAYS; days--) {
    const day = isoNow(days * DAY).slice(0, 10)
    const isTime = byClock(day, before, settings.officeTimeZone)
    let after = ''
    for (;;) {
      const owners = await ownersAfter(db, day, after)
      const due = owners.filter(({ zone }) => isTime(zone)).map(({ user_id }) => user_id)
      if (due.length) await inTransaction(db, (db) => remind(db, { day, owners: due }, settings))
      const last = owners.at(-1)
      if (!last || owners.length < STEP_SIZE) break
      after = last.user_id
    }
  }
}

/** Whether it is time in a zone to announce what is due on a day: in daytime, from so many days before. */
function byClock(day: string, before: number, office: string) {
  const known = new Map<string | null, boolean>()
  const from = dayLater(day, -before)
  const until = dayLater(day, LATE_DAYS)
  const at = new Date(now()).toISOString()
  return (zone: string | null) => {
    const isKnown = known.get(zone)
    if (isKnown !== undefined) return isKnown
    const [today, time] = toZonedTime(at, knownZone(zone) ?? office)
    const isTime = today >= from && today <= until && time >= NIGHT.until && time < NIGHT.from
    known.set(zone, isTime)
    return isTime
  }
}

type OwnerOf = { user_id: string; zone: string | null }

/** The next owners with something due on a day that they have not been reminded of. */
const ownersAfter = (db: Db, day: string, after: string) =>
  readQuery<OwnerOf>(
    db,
    `select maintenance_items.added_by_id as user_id, ${zoneOf('maintenance_items.added_by_id')} as zone from ${dueItems(db)}
     where maintenance_items.due_date = ? and maintenance_items.added_by_id > ? and ${TO_REMIND}
     group by maintenance_items.added_by_id order by maintenance_items.added_by_id limit ?`,
    [day, after, STEP_SIZE],
  )

type Due = { day: string; owners: string[] }
type Says = Pick<On['settings'], 'weeklyMessageLimit' | 'languages'>

/** Owners who already had a message for that day get another one for later additions. */
async function remind(db: Db, due: Due, { weeklyMessageLimit, languages }: Says) {
  const known = await readQuery<{ id: string }>(
    db,
    'select distinct notification_id as id from maintenance_reminders where due_date = ? and notification_id is not null order by 1',
    [due.day],
  )
  for (const { id } of known) await remindBy(db, id, due, weeklyMessageLimit)
  const left = await readQuery<object>(db, `select 1 from ${dueItems(db)} where ${THEIRS(db)} limit 1`, [
    due.day,
    JSON.stringify(due.owners),
  ])
  if (left.length) await remindBy(db, await writeReminder(db, due.day, languages), due, weeklyMessageLimit)
}

const THEIRS = (db: Db) =>
  `maintenance_items.due_date = ? and maintenance_items.added_by_id in ${engineOf(db).textsFromJson} and ${TO_REMIND}`

/** Tells those of the owners with anything due who have not had this message. */
async function remindBy(db: Db, id: string, { day, owners }: Due, weeklyLimit: number) {
  const reminded = await writeQuery<{ item_id: string }>(
    db,
    `insert into maintenance_reminders (item_id, due_date, notification_id)
     select maintenance_items.id, maintenance_items.due_date, ? from ${dueItems(db)} where ${THEIRS(db)}
       and not exists (select 1 from notification_recipients as already
         where already.notification_id = ? and already.user_id = maintenance_items.added_by_id)
     on conflict (item_id, due_date) do nothing returning item_id`,
    [id, day, JSON.stringify(owners), id],
  )
  if (!reminded.length) return
  const whose = {
    sql: `where users.id in (select maintenance_items.added_by_id from maintenance_items where maintenance_items.id in ${engineOf(db).textsFromJson})`,
    values: [JSON.stringify(reminded.map(({ item_id }) => item_id))],
  }
  const moves = await addTold(db, id, whose, await limitFor(db, 'service', weeklyLimit, id))
  const { waiting = 0, weekly_limit = 0 } = moves
  await db
    .updateTable('notifications')
    .set((message) => ({ recipients: message('recipients', '+', waiting + weekly_limit) }))
    .where('id', '=', id)
    .execute()
  const counts = await moveCounts(db, id, moves)
  // The job that delivers a message continues while someone is waiting; two would each take the other for dead.
  if (waiting && (counts.waiting ?? 0) + (counts.sending ?? 0) === waiting)
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
}

function writeReminder(db: Db, day: string, languages: readonly Language[]) {
  const actor = { kind: 'system' as const, reason: 'Maintenance was due' }
  const change = openChange({ actor, call: 'maintenance-due', kind: 'send', message: '' })
  const sent = { sent_by: null, recipients: 0, counts: '{}', purpose: 'service' as const, no_consent: 0 }
  const message = { ...reminderOf(day, languages), ...AT_ONCE, ...sent, imprint: '', audience: null }
  return recordNew(db, 'notifications', message, change)
}
