import { afterCommit } from '../db/transaction.ts'
import { enqueue } from '../jobs/jobs.ts'
import type { DueHandlers } from '../jobs/schedule.ts'
import type { Bus } from '../live/bus.ts'
import { movePublished, PUBLISHING } from '../records/publishing-dates.ts'
import type { Settings } from '../settings/settings.ts'
import { campaignActs } from './campaigns/campaign-jobs.ts'
import { reminderActs } from './campaigns/reminders.ts'
import { KEY_ENDS, warnOfEnd } from './keys/keys.service.ts'
import { printWithoutTakenDown } from './manuals/print-again.ts'
import { DELIVER_NOTIFICATION } from './notifications/delivery.service.ts'
import { MORNING } from './notifications/night.ts'
import { beginWave, MESSAGE_GOES } from './notifications/waves.ts'
import { eraseWhenDue } from './privacy/erase.service.ts'
import { ERASE_OWNER } from './privacy/requests.service.ts'
import { publishEdits, tellGoingLive } from './records/went-live.ts'
import { goLiveThen, ROLLOVER_GOES_LIVE } from './rollovers/rollovers.service.ts'

/** What to do when something comes due; open streams are told what it changes. */
export const dueHandlers = (bus: Pick<Bus, 'publish'>, settings: Pick<Settings, 'officeTimeZone'>): DueHandlers => ({
  ...campaignActs,
  ...reminderActs(settings),
  [KEY_ENDS]: warnOfEnd,
  async [PUBLISHING](db, act) {
    await movePublished(db, act)
    await tellGoingLive(db, act)
    await publishEdits(db, act, bus)
    await printWithoutTakenDown(db, act)
    // Open windows read again.
    afterCommit(db, () => bus.publish({ kind: 'missed' }))
  },
  [ROLLOVER_GOES_LIVE]: (db, act) => goLiveThen(db, act, bus),
  [MESSAGE_GOES]: (db, { about }) => beginWave(db, about),
  [MORNING]: (db, { about }) => enqueue(db, DELIVER_NOTIFICATION, { notification_id: about }),
  [ERASE_OWNER]: (db, act) => eraseWhenDue(db, act, bus),
})
