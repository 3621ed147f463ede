import type { Db } from '../../db/schema.ts'
import { schedule } from '../../due/due.ts'
import { changeRecord } from '../../records/change.ts'
import { openChange } from '../../records/open-change.ts'

/** The act that comes due a week after an owner has asked to be deleted. */
export const ERASE_OWNER = 'erase-owner'

/** Calls off the deletion, if one was asked for, for an owner who signs in, and says whether it was. Call it in a transaction. */
export async function keepOwner(db: Db, id: string) {
  const asked = db.selectFrom('due').select('id').where('kind', '=', ERASE_OWNER).where('about', '=', id)
  if (!(await asked.executeTakeFirst())) return false
  await schedule(db, ERASE_OWNER, id, null)
  const change = openChange({
    actor: { _id: id, kind: 'user' },
    call: 'keep-owner',
    kind: 'other',
    message: 'The account is not deleted.',
    isFinal: true,
  })
  await changeRecord(db, 'users', id, {}, change, { touched: true })
  return true
}
