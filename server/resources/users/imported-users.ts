import type { z } from 'zod'
import type { importedUserFields } from '#contract/users.ts'
import { textKey } from '../../db/search/text-key.ts'
import { refused } from '../../errors.ts'
import type { StoredRow } from '../../records/change.ts'
import { HAS_BEEN_ERASED, isErased } from '../../records/erased.ts'
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

  /** Nothing brings back somebody who was erased. */
  check(current: StoredRow | undefined) {
    if (current && isErased(current)) throw refused('_id', HAS_BEEN_ERASED, 'not_allowed')
  },

  /** Who is there keeps the address, which a file cannot change silently. */
  besidesForm({ current, texts, errors }: Row) {
    const email = texts.get('email')?.trim()
    if (current && email && !errors['email'] && textKey(email) !== current['email_key'])
      errors['email'] = ['The email of a user cannot be changed.']
    return {}
  },
}
