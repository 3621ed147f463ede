import type { Admin } from '#contract/account.ts'
import { AVATAR_KILOBYTES } from '#contract/account.ts'
import type { Actor } from '../../actor.ts'
import { endSessions } from '../../auth/ended-sessions.ts'
import type { Browser } from '../../auth/known-browsers.ts'
import { hashChosenPassword, passwordMatches } from '../../auth/passwords.ts'
import { countAttempt, resetAttempts } from '../../auth/rate-limit.ts'
import { noteEvent } from '../../auth/security-events.ts'
import type { Session } from '../../auth/sessions.ts'
import { openTicket } from '../../auth/tickets.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { forbidden, refused, WRONG_LOGIN, wrongCredentials } from '../../errors.ts'
import { type ImageKind, keepFile, readImage } from '../../integrations/files/uploaded-image.ts'
import { type Write } from '../../records/open-change.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { tellOfName } from '../administrators/administrators.service.ts'
import { hasSecondFactor, secondFactorsOf } from '../second-factor/factors.ts'
import { type AdminRow, findActiveAdmin, findAdmin, findAdminByEmail, toAdmin } from './account.repository.ts'
import { afterSignIn, openFrom } from './new-browser.service.ts'
import { setPassword } from './password-changed.service.ts'

const WRONG_OLD_PASSWORD = 'The old password is wrong.'
const avatars: ImageKind = {
  folder: 'avatars',
  field: 'avtar',
  formats: ['png'],
  width: 300,
  height: 300,
  maxKilobytes: AVATAR_KILOBYTES,
}

/**
 * Signs an administrator in and returns the profile with the session's token, or, with a second factor, a ticket to
 * continue with. Throws 422 with the same message for an unknown address and a wrong password, and 429 after too many
 * attempts.
 */
export async function signIn(deps: Deps, fields: { email: string; password: string }, browser: Browser) {
  const { db, log } = deps
  const { address } = browser
  const attempt = { action: 'guess', account: fields.email, address, browser: browser.id } as const
  await countAttempt(db, attempt)
  const admin = await findAdminByEmail(db, fields.email)
  const matches = await passwordMatches(admin?.password_hash ?? null, fields.password, admin?.email)
  // The typed address is never logged, because people type passwords there.
  const details = { admin: admin?.id, address }
  if (!admin || !matches) {
    log.warn(details, 'a sign-in was refused')
    await noteEvent(db, { kind: 'sign_in_failed', adminId: admin?.id, place: browser })
    throw wrongCredentials(WRONG_LOGIN)
  }
  const { data, change_id } = await inTransaction(db, async (db) => {
    // Changing the password ends all sessions: none may be opened afterwards with the previously checked one.
    const current = await findActiveAdmin(db, admin.id)
    if (current?.password_hash !== admin.password_hash) throw wrongCredentials(WRONG_LOGIN)
    // Attempts at the second factor keep counting: someone who knows the password must not start over with each ticket.
    if (hasSecondFactor(current)) {
      const data = { ticket: await openTicket(db, current), second_factors: await secondFactorsOf(db, current) }
      return { data, change_id: undefined }
    }
    await resetAttempts(db, attempt)
    const { answer, change_id } = await openFrom(db, admin.id, browser)
    return { data: { ...toAdmin(admin), ...answer }, change_id }
  })
  afterSignIn(deps, change_id)
  log.info(details, 'ticket' in data ? 'a sign-in waits for a second factor' : 'an administrator signed in')
  return data
}

/**
 * Changes the administrator's own name and picture. Throws 403 for another user, 413 and 415 for an unsuitable picture.
 */
export async function editProfile(
  { db, files }: Deps,
  fields: { user_id?: string | undefined; name: string; avtar?: File | undefined },
  actor: Actor,
  write: Write,
): Promise<Admin> {
  refuseOthers(fields.user_id, actor)
  const picture = fields.avtar && (await readImage(avatars, fields.avtar))
  await keepFile(files, picture, async () => ({
    answer: undefined,
    leftOver: await saveProfile(write, { name: fields.name, ...(picture && { avatar_file: picture.name }) }),
  }))
  return toAdmin(await findAdmin(db, actor._id))
}

/** Returns the file name of the replaced picture, if any. */
function saveProfile(write: Write, values: { name: string; avatar_file?: string }) {
  return write(async (db, change) => {
    const before = await findAdmin(db, change.actor._id)
    await setColumns(db, 'admins', before.id, values, change)
    if (values.name !== before.name) await tellOfName(db, change, before.id, before.name)
    return values.avatar_file && before.avatar_file
  })
}

/**
 * Changes the administrator's own password and ends all other sessions. Throws 403 for another user, 422 for a wrong
 * old password, and 429.
 */
export async function changePassword(
  { db }: Deps,
  fields: { user_id?: string | undefined; old_password: string; new_password: string },
  { actor, tokenHash }: Session,
  browser: Browser,
  write: Write,
) {
  const { address, id } = browser
  refuseOthers(fields.user_id, actor)
  const admin = await findAdmin(db, actor._id)
  const attempt = { action: 'guess', account: admin.email, address, browser: id } as const
  await countAttempt(db, attempt)
  if (!(await passwordMatches(admin.password_hash, fields.old_password, admin.email))) {
    await noteEvent(db, { kind: 'proof_failed', adminId: admin.id, place: browser })
    throw refused('old_password', WRONG_OLD_PASSWORD, 'wrong')
  }
  const passwordHash = await hashChosenPassword(fields.new_password)
  await write(async (db, change) => {
    if (await hasNewPassword(db, admin)) throw refused('old_password', WRONG_OLD_PASSWORD, 'wrong')
    await setPassword(db, change, actor._id, { password_hash: passwordHash })
    await resetAttempts(db, attempt)
    await endSessions(db, actor._id, tokenHash)
  })
}

/** Whether the password was changed after `read`. Call it in the transaction that relies on the answer. */
const hasNewPassword = async (db: Db, read: AdminRow) =>
  (await findActiveAdmin(db, read.id))?.password_hash !== read.password_hash

function refuseOthers(userId: string | undefined, actor: Actor) {
  if (userId !== undefined && userId !== actor._id) throw forbidden('You can only change your own profile.')
}
