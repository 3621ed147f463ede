import { counted } from '#contract/plural.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { openChange } from '../../records/open-change.ts'
import { clearAll } from './end-erase.ts'
import { eraseOwner } from './erase.service.ts'
import { ERASE_OWNER } from './requests.service.ts'

/**
 * Erases those of these owners who are not erased: an older database has brought them back. Resolves to how many there
 * were.
 */
export async function eraseAgain(db: Db, ids: readonly string[]) {
  const back = await readQuery<{ id: string }>(
    db,
    `select id from users where erased_at is null and id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(ids)],
  )
  for (const { id } of back) {
    const change = openChange({
      actor: { kind: 'system', reason: 'The owner had been erased before' },
      call: ERASE_OWNER,
      kind: 'other',
      message: 'The account has been erased.',
      isFinal: true,
    })
    await inTransaction(db, (db) => eraseOwner(db, id, change))
  }
  if (back.length) await clearAll(db)
  return back.length
}

/** `2 people were erased again.` */
export const erasedAgainInWords = (count: number) => `${counted(count, 'person was', 'people were')} erased again.`
