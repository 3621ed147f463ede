import { SESSION_ENDED } from '#contract/endpoint.ts'
import { appSessionNow, sessionEndReason } from '../auth/app-sessions.ts'
import { wasEnded } from '../auth/ended-sessions.ts'
import { programNow } from '../auth/program-keys/keys.repository.ts'
import { sessionIdOf } from '../auth/sessions.ts'
import type { Db } from '../db/schema.ts'
import { AppError, signedOut, wrongSide } from '../errors.ts'

const words = {
  expired: 'Your session has expired. Please sign in again.',
  ended: SESSION_ENDED,
  deactivated: 'Your session has ended, because your account was deactivated. Please contact support.',
  unknown: 'Please sign in.',
}

const KEY_OVER = 'This key is unknown or has ended.'

/** Why the back-office refuses a token, the key of a program, or none: 401, or 403 for one of the owners' app. */
export async function sessionEndedInBackOffice(db: Db, tokenHash?: string, isKey = false): Promise<AppError> {
  if (tokenHash === undefined) return signedOut()
  if (isKey) return new AppError(401, KEY_OVER)
  if (await wasEnded(db, tokenHash)) return signedOut(true)
  const isOfApp = (await appSessionNow(db, tokenHash)) || (await sessionEndReason(db, tokenHash))
  return isOfApp ? wrongSide('This token belongs to the owners’ app. Please sign in to the back-office.') : signedOut()
}

/** Why the owners' app's calls refuse a token, or none: 401 with the reason as its code, or 403 for one of the back-office. */
export async function sessionEndedInApp(db: Db, tokenHash?: string): Promise<AppError> {
  const why = tokenHash === undefined ? 'unknown' : await sessionEndReason(db, tokenHash)
  if (why) return new AppError(401, words[why], { code: why })
  const hash = tokenHash ?? ''
  const isOfBackOffice = (await sessionIdOf(db, hash)) || (await programNow(db, hash)) || (await wasEnded(db, hash))
  return isOfBackOffice
    ? wrongSide('This token belongs to the back-office. Please sign in to the app.')
    : new AppError(401, words.unknown, { code: 'unknown' })
}
