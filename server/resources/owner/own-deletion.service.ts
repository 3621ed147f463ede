import type { Browser } from '../../auth/known-browsers.ts'
import { useToken } from '../../auth/social-tokens.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { refused } from '../../errors.ts'
import { identityRejected } from '../../integrations/identity/identity.ts'
import type { Write } from '../../records/open-change.ts'
import { type DeletionRequest, scheduleErase } from '../privacy/schedule-erase.ts'
import { findOwner, type OwnerRow } from './owner-account.repository.ts'
import { refuseWrongPassword } from './owner-account.service.ts'
import type { Asking } from './owner-codes.service.ts'

/** Proof that the owner is present. */
export type Presence = { password?: string | undefined; id_token?: string | undefined; nonce?: string | undefined }

/**
 * Ends all of an owner's sessions; they are erased after a week unless they sign in before then. Returns when. Throws
 * 422 for a wrong password or a token that is not theirs, and 429.
 */
export async function askForDeletion(deps: Deps, id: string, presence: Presence, caller: Asking, write: Write) {
  const owner = await findOwner(deps.db, id)
  const check = await checkPresence(deps, owner, presence, caller)
  return write(async (db, change) => {
    await check(db)
    const verified_by = owner.type === 'SIMPLE' ? 'password' : 'other'
    const request = { asked_by: 'owner', verified_by, dueDays: deps.settings.privacyDays } as const
    return scheduleErase(db, id, request, change, { language: caller.language })
  })
}

/** Checks that the owner is present, as far as possible before the transaction; returns the rest of the check. */
export async function checkPresence(
  { db, log, identities }: Deps,
  owner: OwnerRow,
  { password, id_token, nonce }: Presence,
  caller: Browser,
) {
  if (owner.type === 'SIMPLE') {
    if (password === undefined) throw refused('password', 'Please enter your password.', 'required')
    await refuseWrongPassword({ db, log }, owner, password, caller)
    return async () => {}
  }
  if (id_token === undefined) throw refused('id_token', 'Please sign in with your social account again.', 'required')
  const identity = await identities[owner.type]?.(id_token)
  if (!identity || identity.subject !== owner.social_id) throw identityRejected()
  return async (db: Db) => {
    if (!(await useToken(db, identity, nonce))) throw identityRejected()
  }
}

/** The mail of askForDeletion: tells the owner until when it can be undone. */
export async function mailDeletion(db: Db, { user_id, erased_at, months }: DeletionRequest) {
  const { email } = await findOwner(db, user_id)
  return {
    to: email,
    subject: 'Your account will be deleted',
    text: [
      'Hello,',
      `your account in the RV owner app will be deleted on ${erased_at.slice(0, 10)}.`,
      months === undefined
        ? 'To keep it, sign in before that day. If you did not ask for it, sign in and change your password.'
        : `You have not used it for ${months} months. To keep it, sign in before that day.`,
    ],
  }
}
