import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

/**
 * Whether an account got messages since this change merged another one into it. They were for the person, and nobody
 * can tell for which of the two accounts: an undo leaves them where they were read.
 */
export async function gotWhileMerged(db: Db, { _id, at }: { _id: string; at: string }) {
  const rows = await readQuery<{ changes: string }>(
    db,
    `select changes from activity where change_id = ? and table_name = 'users' and changes like '%"merged_into"%'`,
    [_id],
  )
  for (const { changes } of rows) {
    const { merged_into: [, into] = [] } = JSON.parse(changes) as { merged_into?: unknown[] }
    if (typeof into === 'string' && (await gotSince(db, into, at))) return true
  }
  return false
}

async function gotSince(db: Db, user: string, at: string) {
  const [found] = await readQuery<{ got: number }>(
    db,
    `select 1 as got from notification_recipients as one
     inner join notifications as message on message.id = one.notification_id
     where one.user_id = ? and one.merged_from is null and one.state not in ('not_meant', 'recalled')
       and coalesce(one.told_at, message.created_at) >= ? limit 1`,
    [user, at],
  )
  return found !== undefined
}
