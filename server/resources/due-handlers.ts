import { afterCommit } from '../db/transaction.ts'
import type { DueHandlers } from '../jobs/schedule.ts'
import type { Bus } from '../live/bus.ts'
import { movePublished, PUBLISHING } from '../records/publishing-dates.ts'
import { KEY_ENDS, warnOfEnd } from './keys/keys.service.ts'
import { printWithoutTakenDown } from './manuals/print-again.ts'
import { eraseWhenDue } from './privacy/erase.service.ts'
import { ERASE_OWNER } from './privacy/requests.service.ts'
import { publishEdits } from './records/publish-edits.ts'
import { tellGoingLive } from './records/went-live.ts'
import { goLiveThen, ROLLOVER_GOES_LIVE } from './rollovers/rollovers.service.ts'

/** What is done when something comes due; open streams are told of what it changes. */
export const dueHandlers = (bus: Pick<Bus, 'publish'>): DueHandlers => ({
  [KEY_ENDS]: warnOfEnd,
  async [PUBLISHING](db, act) {
    await movePublished(db, act)
    await tellGoingLive(db, act)
    await publishEdits(db, act, bus)
    await printWithoutTakenDown(db, act)
    // What is open is read again.
    afterCommit(db, () => bus.publish({ kind: 'missed' }))
  },
  [ROLLOVER_GOES_LIVE]: (db, act) => goLiveThen(db, act, bus),
  [ERASE_OWNER]: (db, act) => eraseWhenDue(db, act, bus),
})
