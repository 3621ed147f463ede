import { isoNow } from '../../clock.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Settings } from '../../settings/settings.ts'

/** SQL for whether a user has agreed to news. */
export const AGREED = 'users.news = 1'

/** Who has sent news, and how to stop it: what is said below its text. */
export const imprintOf = ({ name, address, contact }: NonNullable<Settings['newsSender']>) =>
  `${name}, ${address}, ${contact}. You get news because you agreed to it in the app. You can turn it off there at any time.`

/** Takes news that waits for its turn out of the inbox of an owner who wants none any more. Call it in a transaction. */
export const withdrawNews = (db: Db, userId: string) =>
  writeQuery(
    db,
    `update notification_recipients set removed_at = ? where user_id = ? and state = 'waiting' and removed_at is null
       and notification_id in (select id from notifications where purpose = 'news') returning seq`,
    [isoNow(), userId],
  )

/**
 * Of these few recipients of news, those who have not agreed to it any more, or not while it waited: they are told nothing, and
 * do not find it in the inbox. Call it in the transaction that hands the others over.
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
