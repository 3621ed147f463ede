import type { z } from 'zod'
import type { importedUserFields } from '#contract/users.ts'
import { textKey } from '../../db/search/text-key.ts'
import type { StoredRow } from '../../records/change.ts'
import { isErased } from '../../records/rules/erased.ts'
import { NEW_OWNER } from './users.service.ts'

type Row = {
  current: StoredRow | undefined
  texts: ReadonlyMap<string, string>
  errors: Record<string, string[]>
}

/**
 * The rules of owners who come in by a file. A new one has no password and sets one as they would set a new one, by a code
 * that is mailed to the address; nothing else is mailed. Who is there already keeps the address, and all that they sign in with.
 */
export const importedUsers = {
  columnsOf(fields: object, current: StoredRow | undefined): Record<string, unknown> {
    const { email, ...others } = fields as z.output<typeof importedUserFields>
    return current ? others : { ...NEW_OWNER, ...others, email, type: 'SIMPLE', social_id: null, password_hash: null }
  },

  check() {},

  /** No form is about these: what would change the address, or bring back somebody who was erased, is refused. */
  besidesForm({ current, texts, errors }: Row) {
    if (!current) return {}
    const email = texts.get('email')?.trim()
    if (isErased(current)) errors['_id'] = ['This user has been erased.']
    else if (email && !errors['email'] && textKey(email) !== current['email_key'])
      errors['email'] = ['The email of a user cannot be changed.']
    return {}
  },
}
