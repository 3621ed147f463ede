import type { z } from 'zod'
import type { notifications } from '#contract/notifications.ts'
import { dropSecrets, findSecret, keepSecret } from '../../auth/one-time.ts'
import { ownSecret } from '../../auth/own-secrets.ts'
import { countWrong, forgetWrong } from '../../auth/rate-limit.ts'
import type { Session } from '../../auth/sessions.ts'
import { keyedHash, randomCode, sha256 } from '../../auth/tokens.ts'
import { DAY, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { OutsideFault, refused, tooManyAttempts } from '../../errors.ts'
import { imprintIn } from './consent.ts'
import { checkedLink } from './message-link.ts'
import { withImprint } from './notifications.repository.ts'
import { imprintFor } from './notifications.service.ts'
import { fillers } from './placeholder-values.ts'

/** Per administrator and day, without a correct one. */
const MOST_WRONG = 20
const WRONG = 'Please enter the code that the app shows now. It works for ten minutes.'
const NOT_REGISTERED = 'This device is not registered for notifications.'

const hashOf = async (db: Db, code: string) => keyedHash(await ownSecret(db, 'otp'), `device ${code}`)

/**
 * Makes the code that identifies a device to an administrator, replacing an earlier one; it works for ten minutes,
 * while the session that registered the device lasts. Throws 422 for a device that this session has not registered.
 */
export function makeDeviceCode(db: Db, token: string, { actor, tokenHash }: Session) {
  return inTransaction(db, async (db) => {
    const whose = { user_id: actor._id, session: tokenHash }
    if (!(await deviceOf(db, { token, ...whose }))) throw refused('token', NOT_REGISTERED)
    const subject = sha256(token)
    await dropSecrets(db, 'device', { subject })
    for (;;) {
      const code = randomCode()
      const hash = await hashOf(db, code)
      if (await findSecret(db, 'device', { hash })) continue
      await keepSecret(db, { purpose: 'device', subject, hash, whose: actor._id, request: tokenHash, about: token })
      return code
    }
  })
}

type Device = { token: string; user_id: string; session: string }

const deviceOf = (db: Db, { token, user_id, session }: Device) =>
  db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select(['devices.token', 'devices.user_id'])
    .where('devices.token', '=', token)
    .where('devices.user_id', '=', user_id)
    .where('devices.session', '=', session)
    .where('users.status', '=', 1)
    .where('users.is_deleted', '=', 0)
    .executeTakeFirst()

/**
 * The device that a code identifies, and its owner. Throws 422 for a code that identifies none now, and 429 after an
 * administrator's too many wrong codes.
 */
export async function deviceByCode(db: Db, code: string, adminId: string) {
  const key = `device-code ${adminId}`
  if ((await countWrong(db, key)) > MOST_WRONG) throw tooManyAttempts(DAY / 1000)
  const found = await findSecret(db, 'device', { hash: await hashOf(db, code) })
  const named = found && { token: found.about, user_id: found.whose ?? '', session: found.request ?? '' }
  const device = named && (await deviceOf(db, named))
  if (!device) throw refused('code', WRONG)
  await forgetWrong(db, key)
  return device
}

const SENT = 'The test has been sent.'
const NOT_SET_UP = 'Push is not set up, so no phone was told.'
const GONE = 'The push service does not know this phone any more.'

/**
 * Pushes a message exactly as it would be sent to one device, which its owner identified by a code; it is in no inbox
 * or list. Returns the outcome, in words too. Throws 422 for a wrong code, a link to what owners do not see and news
 * without a sender, 429 after too many wrong codes.
 */
export async function sendTest(
  { push, settings, ...on }: Pick<Deps, 'db' | 'places' | 'push' | 'settings'>,
  { code, title, description, purpose, link, language = 'en' }: z.output<typeof notifications.test.input>,
  adminId: string,
) {
  const imprint = imprintIn(imprintFor(purpose, settings), language)
  const leads = await checkedLink(on.db, link)
  const { token, user_id } = await deviceByCode(on.db, code, adminId)
  const fill = (await fillers(on, [user_id], [{ title, description }]))(user_id, '', language)
  const message = { id: newId(), title: fill(title), body: withImprint(fill(description), imprint), link: leads }
  try {
    const { state, reason } = await push(message, [token])
    const words = { accepted: SENT, inbox: NOT_SET_UP, no_device: GONE } as Partial<Record<typeof state, string>>
    return { message: words[state] ?? reason ?? GONE, data: { state } }
  } catch (error) {
    if (!(error instanceof OutsideFault)) throw error
    return { message: error.message, data: { state: 'failed' as const } }
  }
}
