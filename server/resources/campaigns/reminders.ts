import { todayIn } from '#contract/maintenance-items.ts'
import { recordPathOf } from '#contract/paths.ts'
import { formatNumber, plural } from '#contract/plural.ts'
import { dayLater } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { type DueHandlers, schedule } from '../../jobs/schedule.ts'
import type { Settings } from '../../settings/settings.ts'
import { activeAdmins } from '../administrators/team-mails.service.ts'
import { mailLater, type Writing } from '../letters.ts'
import { nothingDueAfter, type Owed, owedBy, owedInWords, tabOf } from './due.ts'

/** The act due each morning while a recall still owes something: administrators are reminded. */
const REMIND = 'campaign-due'
export const CAMPAIGN_DUE_MAIL = 'campaign-due'
/** How many days before letters or a report are due to remind, once each. */
const DAYS_BEFORE = [2, 14] as const
/** The time of day, at the office, when these mails are sent. */
const MORNING = '09:00'

type Office = Pick<Settings, 'officeTimeZone'>
type Reminder = { campaign_id: string; about: string; due_on: string }

/** Schedules reminders for administrators, from this morning on. Call it in the transaction that opens the campaign. */
export const remindOfDue = (db: Db, campaign_id: string, { officeTimeZone: zone }: Office) =>
  schedule(db, REMIND, campaign_id, { day: todayIn(zone), time: MORNING, zone })

/**
 * Each morning: mails what is due in two weeks or two days, and looks again the next day. Rows record what has been
 * sent.
 */
export const reminderActs = ({ officeTimeZone: zone }: Office): DueHandlers => ({
  [REMIND]: async (db, { about: campaign_id }) => {
    const campaign = await db
      .selectFrom('campaigns')
      .select('decided_on')
      .where('id', '=', campaign_id)
      .executeTakeFirst()
    const today = todayIn(zone)
    if (!campaign || today >= nothingDueAfter(campaign.decided_on)) return
    for (const owed of await owedBy(db, dayLater(today, Math.max(...DAYS_BEFORE)), campaign_id))
      await remindOnce(db, owed, today)
    await schedule(db, REMIND, campaign_id, { day: dayLater(today, 1), time: MORNING, zone })
  },
})

async function remindOnce(db: Db, { campaign_id, about, due_on }: Owed, today: string) {
  const days = DAYS_BEFORE.find((before) => today >= dayLater(due_on, -before))
  if (days === undefined || today > due_on) return
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('campaign_reminders')
    .values({ campaign_id, about, due_on, days })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return
  for (const { id, email } of await activeAdmins(db))
    await mailLater(db, CAMPAIGN_DUE_MAIL, { admin_id: id, email, campaign_id, about, due_on })
}

/** The mail of a reminder; nothing if it has been done meanwhile, or is due on another day. */
export async function mailCampaignDue(
  db: Db,
  { email, ...reminder }: Reminder & { email: string },
  { publicUrl, officeTimeZone }: Writing,
) {
  const { campaign_id, about, due_on } = reminder
  const owed = (await owedBy(db, due_on, campaign_id)).find((one) => one.about === about && one.due_on === due_on)
  if (!owed) return
  const words = owedInWords(owed, todayIn(officeTimeZone))
  const what =
    tabOf(owed) === 'notices'
      ? `${formatNumber(owed.count)} of its vehicles ${plural(owed.count, 'is', 'are')} without a letter.`
      : 'It has not been noted as filed.'
  const link = `${publicUrl}${recordPathOf('campaigns', campaign_id)}?tab=${tabOf(owed)}`
  return { to: email, subject: words, text: [`Campaign ${words}.`, what, link] }
}
