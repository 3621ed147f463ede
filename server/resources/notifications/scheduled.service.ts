import type { z } from 'zod'
import type { rewriteFields } from '#contract/message-fields.ts'
import { counted } from '#contract/plural.ts'
import type { SendAt } from '#contract/send-at.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { schedule } from '../../jobs/schedule.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { refuseStale } from '../../records/stale.ts'
import type { Settings } from '../../settings/settings.ts'
import { countChosen, type Recipients } from './count-chosen.ts'
import { noteLeftOut } from './left-out.ts'
import { linkColumns } from './message-link.ts'
import { findNotification } from './notifications.repository.ts'
import { imprintFor, keptAudience } from './notifications.service.ts'
import { columnsOf, meantLater, refuseOver, scheduleMessage, stopWalk } from './schedule-message.ts'
import { endSending, MESSAGE_GOES, type MeantLater } from './waves.ts'

type Rewritten = z.output<typeof rewriteFields>

export const IS_RECALLED = 'This notification was recalled. It goes to nobody.'
export const IS_RECALLED_HALFWAY = 'This notification was recalled. It goes to nobody else.'
export const HAS_GONE = 'This notification has gone. It cannot be recalled any more.'
export const GOES = 'This notification has begun to go. It cannot be changed any more.'

const gone = (message: string) => new AppError(409, message, { code: 'conflict' })

/**
 * Changes a scheduled message: its text, its audience, and when it goes. `chosen` is its new audience, if changed.
 * Throws 404, 409 if it is going out or has changed, and what sending it throws.
 */
export async function rewriteNotification(
  db: Db,
  { notification_id: id, version, ...fields }: Rewritten,
  chosen: Recipients | undefined,
  rules: Pick<Settings, 'newsSender'>,
  change: OpenChange,
) {
  const message = await findNotification(db, id)
  if (message.stage === 'recalled') throw gone(message.went_at ? IS_RECALLED_HALFWAY : IS_RECALLED)
  if (message.stage !== 'scheduled') throw gone(GOES)
  await refuseStale(db, message, version, change)
  const { title, description, title_fr, description_fr, purpose = message.purpose } = fields
  // Left out, it stays; half of it is not French.
  const isSaid = title_fr !== undefined || description_fr !== undefined
  const french = isSaid && { title_fr: title_fr ?? '', description_fr: description_fr ?? '' }
  const when = whenOf(fields.send_at === undefined ? message : fields)
  refuseOver(when, { isKept: fields.send_at === undefined })
  const link = await linkColumns(db, fields.link)
  const text = {
    title,
    description,
    ...french,
    purpose,
    imprint: imprintFor(purpose, rules),
    ...columnsOf(when),
    ...link,
  }
  let meant: MeantLater | undefined
  if (!chosen) await setColumns(db, 'notifications', id, text, change)
  else {
    const { total, no_consent, marked } = await countChosen(db, chosen, purpose)
    const audience = await keptAudience(db, fields.audience)
    meant = { ...meantLater(fields), counted: await marked() }
    const whom = { audience, recipients: total, counted: total, no_consent }
    setDetails(change, { detail: counted(total, 'user') })
    // Different ones may be as many as before.
    await setColumns(db, 'notifications', id, { ...text, ...whom }, change, { touched: true })
  }
  await scheduleMessage(db, id, { when, meant })
  return findNotification(db, id)
}

type Timed = { send_at?: string | null | undefined; local_time?: boolean | undefined }
const whenOf = ({ send_at, local_time = false }: Timed): SendAt => ({ send_at: send_at ?? '', local_time })

/** Recalls a message from everyone it has not reached. Throws 404, and 409 if it has gone to all. */
export async function recallNotification(db: Db, id: string, change: OpenChange) {
  const { stage, went_at } = await findNotification(db, id)
  if (stage === 'recalled') throw gone(went_at ? IS_RECALLED_HALFWAY : IS_RECALLED)
  if (stage === 'sent') throw gone(HAS_GONE)
  if (went_at) await stopWalk(db, id)
  else await db.deleteFrom('scheduled_messages').where('notification_id', '=', id).execute()
  await schedule(db, MESSAGE_GOES, id, null)
  await setColumns(db, 'notifications', id, { recalled_at: isoNow() }, change)
  if (went_at) {
    await endSending(db, id)
    await noteLeftOut(db, id, 'recalled')
  }
  return findNotification(db, id)
}
