import type { z } from 'zod'
import {
  type Administrator,
  type editAdministratorFields,
  IS_ADMINISTRATOR,
  type inviteFields,
  NOT_THE_LAST,
  NOT_YOUR_FACTORS,
  NOT_YOURSELF,
} from '#contract/administrators.ts'
import { endSessions } from '../../auth/ended-sessions.ts'
import { dropSecrets, dropSecretsOf } from '../../auth/one-time.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { forgetPlaces } from '../../auth/rate-limit.ts'
import { noteEvent } from '../../auth/security-events.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { type AnyChange, type OpenChange, setDetails, whoAndWhere } from '../../records/open-change.ts'
import { setDeletedWhere } from '../../records/plan/carry-out.ts'
import { setColumns } from '../../records/plan/sources/acts.ts'
import { recordFacts, recordNew } from '../../records/plan/sources/facts.ts'
import { editRecord } from '../../records/plan/sources/form.ts'
import { readRow } from '../../records/rows.ts'
import { refuseStale } from '../../records/stale.ts'
import { findAdmin } from '../account/account.repository.ts'
import { dropFactors, tellOfFactors } from '../second-factor/factors.ts'
import { findAdministrator } from './administrators.repository.ts'
import { endOfInvitation, mailAgain, makeLink } from './invitations.service.ts'
import { tellTeam } from './team-mails.service.ts'

const NOT_INVITED = 'This invitation has already been accepted.'
const NO_FACTORS = 'This administrator has no second factors.'
const STILL_INVITED = 'This person has not accepted the invitation yet.'
const EMAIL_IS_FIXED = 'The email address can only be changed until the invitation is accepted.'

type Which = { administrator_id: string; version?: number | undefined }

/** Invites someone by a mail with a link. Returns the new administrator. Throws 422 for an address already in use. */
export function invite(db: Db, fields: z.output<typeof inviteFields>, change: AnyChange) {
  return changingTeam(db, change, async (db) => {
    const id = await addInvited(db, fields, change)
    await mailAgain(db, id)
    return find(db, id, change)
  })
}

/** Adds an invited administrator, and returns the id. Call it in a transaction. Throws 422 as invite does. */
export async function addInvited(db: Db, { name, email: typed }: { name: string; email: string }, change: AnyChange) {
  const email = typed.toLowerCase()
  const id = await addRow(db, { name, email }, change)
  const told = (by: string, person: string) => `${by} invited ${person} to the team of the RV Owner Back-Office.`
  await tellTeam(db, change, { about: id, told, toPerson: false })
  return id
}

async function addRow(db: Db, { name, email }: { name: string; email: string }, change: AnyChange) {
  const invited = { name, status: 'INVITED', invited_until: endOfInvitation() } as const
  const known = await refuseKnown(db, email)
  if (known) {
    await setDeletedWhere(db, 'admins', { id: known.id }, false, change)
    await recordFacts(db, 'admins', known.id, invited, change)
    return known.id
  }
  const none = { password_hash: '', avatar_file: null, last_sign_in: null, mail_problem: null }
  const noFactors = { totp_since: null, recovery_since: null, passkey_count: 0 }
  return recordNew(db, 'admins', { ...invited, email, ...none, ...noFactors }, change)
}

/** Mails a new link; the previous one stops working. Throws 404, 409, and 422 for someone who is not invited. */
export function resend(db: Db, which: Which, change: AnyChange) {
  return changingTeam(db, change, async (db) => {
    const { _id } = await findInvited(db, which, change)
    await setColumns(db, 'admins', _id, { invited_until: endOfInvitation() }, change)
    await mailAgain(db, _id)
    return find(db, _id, change)
  })
}

/** Makes a new link and returns it; the previous one stops working. Throws as resend does. */
export function newLink(db: Db, which: Which, publicUrl: string, change: AnyChange) {
  return changingTeam(db, change, async (db) => {
    const { _id } = await findInvited(db, which, change)
    await setColumns(db, 'admins', _id, { invited_until: endOfInvitation() }, change)
    return { link: await makeLink(db, _id, publicUrl) }
  })
}

/** Withdraws an invitation; its link stops working. Throws as resend does. */
export function withdraw(db: Db, which: Which, change: AnyChange) {
  return changingTeam(db, change, async (db) => {
    if (await isWithdrawn(db, which)) return
    const { _id } = await findInvited(db, which, change)
    await setDeletedWhere(db, 'admins', { id: _id }, true, change)
    await dropSecrets(db, 'invitation', { subject: _id })
  })
}

/**
 * Changes the name, and the address of someone only invited: a new link is mailed there, and the previous one stops
 * working. Throws 404, 409 as editRecord does, and 422.
 */
export function edit(
  db: Db,
  { administrator_id, version, name, email: typed }: z.output<typeof editAdministratorFields>,
  change: AnyChange,
) {
  return changingTeam(db, change, async (db) => {
    const current = await find(db, administrator_id, change)
    const email = typed?.toLowerCase() ?? current.email
    const moves = email !== current.email
    if (moves && current.status !== 'INVITED') throw refused('email', EMAIL_IS_FIXED, 'fixed')
    const values = { name, ...(moves && { email, invited_until: endOfInvitation() }) }
    if (moves) {
      await releaseEmail(db, await refuseKnown(db, email))
      setDetails(change, { isFinal: true })
    }
    const seen = () => find(db, current._id, change)
    await editRecord(db, 'admins', await readRow(db, 'admins', current._id), { version, values, find: seen }, change)
    if (name !== current.name) await tellOfName(db, change, current._id, current.name)
    if (moves) await mailAgain(db, current._id)
    return find(db, current._id, change)
  })
}

/**
 * Stops someone from signing in, and ends their sessions. Throws 404, 409, and 422 for oneself, the last active one,
 * and someone only invited.
 */
export function deactivate(db: Db, which: Which, change: AnyChange) {
  return changingTeam(db, change, async (db) => {
    // A call whose answer was lost may be repeated.
    const current = await find(db, which.administrator_id, change)
    if (current.status === 'INACTIVE') return current
    await refuseUnaccepted(db, current, which, change)
    const { _id, email, is_me } = current
    if (is_me) throw refused('administrator_id', NOT_YOURSELF, 'not_allowed')
    await refuseLast(db, _id)
    await setColumns(db, 'admins', _id, { status: 'INACTIVE' }, change)
    await endSessions(db, _id)
    await noteEvent(db, { kind: 'session_ended', adminId: _id, detail: 'Deactivated', ...whoAndWhere(change) })
    await dropCode(db, codeKeys.adminReset(email))
    await dropSecrets(db, 'ticket', { whose: _id })
    await tellTeam(db, change, { about: _id, told: (by, person) => `${by} deactivated ${person}.` })
    return find(db, _id, change)
  })
}

/** Lets someone sign in again, with their previous password and second factors. Throws as deactivate does. */
export function activate(db: Db, which: Which, change: AnyChange) {
  return changingTeam(db, change, async (db) => {
    const current = await find(db, which.administrator_id, change)
    if (current.status === 'ACTIVE') return current
    await refuseUnaccepted(db, current, which, change)
    await setColumns(db, 'admins', current._id, { status: 'ACTIVE' }, change)
    await tellTeam(db, change, { about: current._id, told: (by, person) => `${by} activated ${person}.` })
    return find(db, current._id, change)
  })
}

/**
 * Removes second factors that were lost, or set up by an intruder, ends the sessions and tells the person by mail.
 * Throws 404, 409, and 422 for oneself and someone only invited.
 */
export function resetFactors(db: Db, which: Which, change: OpenChange) {
  return changingTeam(db, change, async (db) => {
    // A call whose answer was lost may be repeated.
    const current = await find(db, which.administrator_id, change)
    if (!current.second_factor) {
      setDetails(change, { message: NO_FACTORS })
      return current
    }
    await refuseUnaccepted(db, current, which, change)
    const { _id, is_me } = current
    if (is_me) throw refused('administrator_id', NOT_YOUR_FACTORS, 'not_allowed')
    await setColumns(db, 'admins', _id, await dropFactors(db, _id), change)
    await endSessions(db, _id)
    await forgetPlaces(db, { action: 'guess', account: current.email })
    await noteEvent(db, { kind: 'factor_reset', adminId: _id, ...whoAndWhere(change) })
    const { name } = await findAdmin(db, change.actor._id)
    await tellOfFactors(db, change, _id, `${name} reset your second factors, and all your sessions were ended.`)
    const told = (by: string, person: string) => `${by} removed the second factors of ${person}.`
    await tellTeam(db, change, { about: _id, told, toPerson: false })
    return find(db, _id, change)
  })
}

// Whoever changes the team must still belong to it: of two who deactivate each other, the second no longer does.
const changingTeam = <Result>(db: Db, { actor }: AnyChange, work: (db: Db) => Promise<Result>) =>
  inTransaction(db, async (db) => {
    if (actor.kind === 'admin') await findAdmin(db, actor._id)
    return work(db)
  })

const isWithdrawn = async (db: Db, { administrator_id }: Which) =>
  (await db
    .selectFrom('admins')
    .select('id')
    .where('id', '=', administrator_id)
    .where('is_deleted', '=', 1)
    .executeTakeFirst()) !== undefined

const find = (db: Db, id: string, { actor }: AnyChange) =>
  findAdministrator(db, id, actor.kind === 'admin' ? actor._id : undefined)

async function findInvited(db: Db, { administrator_id, version }: Which, change: AnyChange) {
  const current = await find(db, administrator_id, change)
  await refuseStale(db, current, version, change)
  if (current.status !== 'INVITED') throw refused('administrator_id', NOT_INVITED, 'not_allowed')
  return current
}

async function refuseUnaccepted(db: Db, current: Administrator, { version }: Which, change: AnyChange) {
  await refuseStale(db, current, version, change)
  if (current.status === 'INVITED') throw refused('administrator_id', STILL_INVITED, 'not_allowed')
}

/**
 * The withdrawn invitation of an address, if there is one; also an open one if it `mayBeInvited`, as the mailbox is
 * known to be someone else's. Throws 422 if the address is an administrator's.
 */
export async function refuseKnown(db: Db, email: string, { mayBeInvited = false } = {}) {
  const known = await holderOf(db, email)
  if (known && known.is_deleted !== 1 && !(mayBeInvited && known.status === 'INVITED'))
    throw refused('email', IS_ADMINISTRATOR, 'taken')
  return known
}

/** Who has this address, in lower case: an administrator, or an invitation, withdrawn or not. */
export const holderOf = (db: Db, email: string) =>
  db.selectFrom('admins').select(['id', 'is_deleted', 'status']).where('email', '=', email).executeTakeFirst()

/** Removes an invitation to free its address for someone else. Call it in a transaction. */
export async function releaseEmail(db: Db, invitation: { id: string } | undefined) {
  if (!invitation) return
  await dropSecretsOf(db, invitation.id)
  await db.deleteFrom('admins').where('id', '=', invitation.id).execute()
}

/** Tells the team about a new name. Call it in the transaction of the change. */
export async function tellOfName(db: Db, change: AnyChange, about: string, before: string) {
  const isOwn = change.actor.kind === 'admin' && change.actor._id === about
  const told = (by: string, person: string) =>
    isOwn ? `${before} is now called ${person}.` : `${by} changed the name of ${before} to ${person}.`
  await tellTeam(db, change, { about, told })
}

async function refuseLast(db: Db, id: string) {
  const other = db.selectFrom('admins').select('id').where('status', '=', 'ACTIVE').where('id', '<>', id)
  if (!(await other.executeTakeFirst())) throw refused('administrator_id', NOT_THE_LAST, 'not_allowed')
}
