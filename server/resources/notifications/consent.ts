import type { Language } from '#contract/french.ts'
import { isoNow } from '../../clock.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Settings } from '../../settings/settings.ts'

/** SQL for whether a user has agreed to news. */
export const AGREED = 'users.news = 1'

const WHY = 'You get news because you agreed to it in the app. You can turn it off there at any time.'
const WHY_FR =
  'Vous recevez ces nouvelles parce que vous y avez consenti dans l’application. Vous pouvez les y désactiver en tout temps.'

/** Who sent news and how to unsubscribe: shown below its text. */
export const imprintOf = ({ name, address, contact }: NonNullable<Settings['newsSender']>) =>
  `${name}, ${address}, ${contact}. ${WHY}`

/** The same below a text in another language. */
export const imprintIn = (imprint: string, language: Language) =>
  language === 'fr' ? imprint.replace(WHY, WHY_FR) : imprint

/** Takes pending news out of the inbox of an owner who no longer wants any. Call it in a transaction. */
export const withdrawNews = (db: Db, userId: string) =>
  writeQuery(
    db,
    `update notification_recipients set removed_at = ? where user_id = ? and state in ('waiting', 'night') and removed_at is null
       and notification_id in (select id from notifications where purpose = 'news') returning seq`,
    [isoNow(), userId],
  )

/**
 * Of these few recipients of news, those who no longer agree to it, or withdrew consent while it waited: they are told
 * nothing, and do not find it in the inbox. Call it in the transaction that hands the others over.
 */
export async function holdBack(db: Db, seqs: number[]) {
  if (!seqs.length) return new Set<number>()
  const held = await writeQuery<{ seq: number }>(
    db,
    `update notification_recipients set state = 'no_consent', removed_at = coalesce(removed_at, ?), updated_at = ?
     where seq in (${seqs.map(() => '?').join()}) and (removed_at is not null or not exists (
       select 1 from users where users.id = notification_recipients.user_id and ${AGREED})) returning seq`,
    [isoNow(), isoNow(), ...seqs],
  )
  return new Set(held.map(({ seq }) => Number(seq)))
}
