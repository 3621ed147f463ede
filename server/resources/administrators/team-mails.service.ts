import { LINK_HOURS, makeFactorLink, TEAM } from '../../auth/factor-links.ts'
import { sessionStart } from '../../auth/sessions.ts'
import type { Db } from '../../db/schema.ts'
import type { AnyChange } from '../../records/open-change.ts'
import { findAnyAdmin } from '../account/account.repository.ts'
import { linkTo, mailLater, type Writing } from '../letters.ts'

export const TEAM_MAIL = 'team-changed'
/** `own` is present for whoever did it: when, and when that session was opened. */
type News = { admin_id: string; email: string; what: string; own?: { at: string; since: string | undefined } }

/** Who something happened to, and how it is told, with the name of whoever did it and the person's name and address. */
type TeamNews = {
  about: string
  told: (actor: string, person: string) => string
  /** Whether the person is told here too, rather than by another mail: true if left out. */
  toPerson?: boolean
}

const OPERATOR = 'The operator of the server (npm run admin)'

/** Who does something, when, and in which session. */
type Act = Pick<AnyChange, 'actor' | 'at' | 'session'>

/**
 * Enqueues a mail about a change of the team, or of what programs may do in its name, to all active administrators and
 * to the person concerned. Whoever made it gets a link in case it was an intruder. Call it in the transaction of the
 * change.
 */
export async function tellTeam(db: Db, change: Act, { about, told, toPerson = true }: TeamNews) {
  const { actor } = change
  const actorId = actor.kind === 'admin' ? actor._id : undefined
  const person = await findAnyAdmin(db, about)
  const by = actorId === undefined ? OPERATOR : (await findAnyAdmin(db, actorId)).name
  const what = told(by, `${person.name} (${person.email})`)
  const since = await startOf(db, change)
  const receivers = new Map((await activeAdmins(db)).map(({ id, email }) => [id, email]))
  if (toPerson) receivers.set(person.id, person.email)
  else receivers.delete(person.id)
  for (const [admin_id, email] of receivers) {
    const own = admin_id === actorId ? { own: { at: change.at, since } } : {}
    await mailLater(db, TEAM_MAIL, { admin_id, email, what, ...own } satisfies News)
  }
}

/** Enqueues a mail with these words to all active administrators. Call it in a transaction. */
export async function mailTeam(db: Db, what: string) {
  for (const { id, email } of await activeAdmins(db))
    await mailLater(db, TEAM_MAIL, { admin_id: id, email, what } satisfies News)
}

/**
 * The same to all active administrators except the one acting, whose name the words begin with. Call it in a
 * transaction.
 */
export async function tellOthers(db: Db, { actor }: Act, told: (by: string) => string) {
  const by = actor.kind === 'admin' ? (await findAnyAdmin(db, actor._id)).name : OPERATOR
  for (const { id, email } of await activeAdmins(db))
    if (actor.kind !== 'admin' || id !== actor._id)
      await mailLater(db, TEAM_MAIL, { admin_id: id, email, what: told(by) } satisfies News)
}

/** When the session making a change was opened; undefined without a session. */
export const startOf = async (db: Db, { session }: Pick<AnyChange, 'session'>) =>
  session === undefined ? undefined : sessionStart(db, session)

/** Who may sign in as an administrator. */
export const activeAdmins = (db: Db) =>
  db.selectFrom('admins').select(['id', 'email']).where('status', '=', 'ACTIVE').orderBy('id').execute()

/** The mail of tellTeam. Each attempt makes a new link; all of them work until one is used. */
export async function mailTeamChanged(db: Db, { admin_id, email, what, own }: News, { write, publicUrl }: Writing) {
  const { name } = await findAnyAdmin(db, admin_id)
  const token = own && (await write(db, (db) => makeFactorLink(db, { admin_id, factor: TEAM, email, ...own })))
  const advice = token
    ? `This was done with your account. If it was not you, open this link:\n\n${linkTo(publicUrl, 'not-me', token)}\n\n${NOT_ME}`
    : LOOK_AT_IT
  return { to: email, subject: 'A change in your team', text: [`Hello ${name},`, what, advice] }
}

const NOT_ME = `It undoes what your account did to the team, ends the keys and webhooks it added, ends all sessions and lets you choose a new password. It works once, within ${LINK_HOURS} hours.`
const LOOK_AT_IT = 'If this should not have happened, take it back in the RV Owner Back-Office, or ask your colleagues.'
