import { IS_ADMINISTRATOR } from '#contract/administrators.ts'
import { email as emailField } from '#contract/fields.ts'
import { endSessions } from '../../auth/ended-sessions.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { forgetTries } from '../../auth/rate-limit.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { randomPassword } from '../../auth/tokens.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { openChange, setDetails, whoAndWhere } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { findAnyAdmin } from '../account/account.repository.ts'
import { setPassword } from '../account/password-changed.service.ts'
import { dropFactors, hasSecondFactor } from '../second-factor/factors.ts'
import { listAdministrators } from './administrators.repository.ts'
import { activate, addInvited, deactivate } from './administrators.service.ts'
import { endOfInvitation, makeLink } from './invitations.service.ts'

export const USAGE = 'npm run admin -- list | add EMAIL | reset EMAIL | deactivate EMAIL | activate EMAIL'
const NAME_CHARACTERS = 50

type Place = { db: Db; publicUrl: string }

/** Carries out a request from the server's own command line, and returns what to print. Throws in words. */
export async function runAdminCommand({ db, publicUrl }: Place, [command = '', typed, ...more]: string[]) {
  if (command === 'list' && typed === undefined) return describeAll(db)
  const work = Object.hasOwn(commands, command) ? commands[command as keyof typeof commands] : undefined
  if (!work || typed === undefined || more.length) throw new AppError(422, `please write: ${USAGE}`)
  const email = emailField.safeParse(typed)
  if (!email.success) throw new AppError(422, email.error.issues[0]?.message ?? '')
  return work({ db, publicUrl }, email.data.toLowerCase())
}

const byCommand = (command: string, message: string) =>
  openChange({
    actor: { kind: 'system', reason: 'npm run admin' },
    call: `npm run admin ${command}`,
    kind: 'other',
    message,
    isFinal: true,
  })

const commands = {
  async add({ db, publicUrl }: Place, email: string) {
    const change = byCommand('add', 'An invitation has been made.')
    const link = await inTransaction(db, async (db) => {
      const known = await findByEmail(db, email)
      if (known && known.status !== 'INVITED') throw new AppError(422, IS_ADMINISTRATOR)
      const name = email.split('@')[0]?.slice(0, NAME_CHARACTERS) ?? ''
      const id = known?.id ?? (await addInvited(db, { name, email }, change))
      if (known) await recordFacts(db, 'admins', id, { invited_until: endOfInvitation() }, change)
      return makeLink(db, id, publicUrl)
    })
    return `${email} is invited. This link works once, within 72 hours:\n${link}`
  },

  async reset({ db }: Place, email: string) {
    const { id, status } = await findAccepted(db, email)
    const password = randomPassword()
    const password_hash = await hashPassword(password)
    const hadFactor = await inTransaction(db, async (db) => {
      const hadFactor = hasSecondFactor(await findAnyAdmin(db, id))
      const removed = hadFactor ? '; second factors were removed' : ''
      const change = byCommand('reset', `A new password has been set${removed}.`)
      if (hadFactor) setDetails(change, { action: 'reset_factors' })
      await setPassword(db, change, id, { password_hash, ...(await dropFactors(db, id)) })
      if (hadFactor) await noteEvent(db, { kind: 'factor_reset', adminId: id, ...whoAndWhere(change) })
      await endSessions(db, id)
      await forgetTries(db, { action: 'guess', account: email })
      return hadFactor
    })
    return [
      `The new password of ${email}, shown only once: ${password}`,
      `All sessions have been ended${hadFactor ? ', and second factors were removed' : ''}. Please choose a new password after signing in.`,
      ...(status === 'INACTIVE'
        ? [`${email} is inactive and cannot sign in until activated: npm run admin -- activate`]
        : []),
    ].join('\n')
  },

  async deactivate({ db }: Place, email: string) {
    const { id } = await findAccepted(db, email)
    await deactivate(db, { administrator_id: id }, byCommand('deactivate', 'Administrator has been deactivated.'))
    return `${email} is inactive. All sessions have been ended.`
  },

  async activate({ db }: Place, email: string) {
    const { id } = await findAccepted(db, email)
    await activate(db, { administrator_id: id }, byCommand('activate', 'Administrator has been activated.'))
    return `${email} is active.`
  },
}

const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('admins')
    .select(['id', 'status'])
    .where('email', '=', email)
    .where('is_deleted', '=', 0)
    .executeTakeFirst()

async function findAccepted(db: Db, email: string) {
  const found = await findByEmail(db, email)
  if (!found) throw new AppError(404, `There is no administrator with the address ${email}.`)
  if (found.status === 'INVITED') {
    throw new AppError(422, `${email} has not accepted the invitation yet; npm run admin -- add makes a new link.`)
  }
  return found
}

async function describeAll(db: Db) {
  const { data } = await listAdministrators(db, {}, '')
  const lines = data.map(({ email, name, status, second_factor, last_sign_in }) => {
    const factor = second_factor ? 'second factor' : 'no second factor'
    return [email, name, status.toLowerCase(), factor, `last sign-in ${last_sign_in ?? 'never'}`].join(', ')
  })
  return lines.join('\n')
}
