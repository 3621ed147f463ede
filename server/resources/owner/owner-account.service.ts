import { decodeJwt } from 'jose'
import type { z } from 'zod'
import type { Language } from '#contract/french.ts'
import { type ownerAccount, registerFields } from '#contract/owner/account.ts'
import { appSessionEnd, endAppSessions, hasAppSession, openAppSession } from '../../auth/app-sessions.ts'
import type { Browser } from '../../auth/known-browsers.ts'
import { CODE_MINUTES, codeKeys, dropCode, makeCode, requestCode } from '../../auth/one-time-codes.ts'
import { restoredAt } from '../../auth/own-secrets.ts'
import { hashChosenPassword, passwordMatches } from '../../auth/passwords.ts'
import { countAttempt, countCall, resetAttempts } from '../../auth/rate-limit.ts'
import { makeNonce, socialAccount, useToken } from '../../auth/social-tokens.ts'
import { DAY, isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, refused, WRONG_LOGIN, wrongCredentials } from '../../errors.ts'
import { type Identity, identityRejected } from '../../integrations/identity/identity.ts'
import { type OpenChange, setDetails, type Write } from '../../records/open-change.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { mailSoon, type Writing } from '../letters.ts'
import { keepOwner } from '../privacy/schedule-erase.ts'
import { addUser, enqueuePasswordChanged, type NewUser, setUserPassword } from '../users/users.service.ts'
import { findOwner, findOwnerByEmail, findOwnerBySocialId, type OwnerRow, toOwner } from './owner-account.repository.ts'
import { type Asking, signInMethods } from './owner-codes.service.ts'

/** Runs what writes in one transaction, only once for a repeated call. */
type Writes = <Answer>(work: (db: Db) => Promise<Answer>) => Promise<Answer>

type Credentials = { email: string; password: string }
type SocialFields = z.output<typeof ownerAccount.signInSocial.input>

/** How long after a restore owners without a session are told about it. */
const DAYS_TOLD = 30
const RESTORED_NOTICE =
  'The service was restored from a backup, so everyone has to sign in again. Changes made after the backup are gone.'
const TURNED_OFF = 'Your account has been deactivated. Please contact support.'
const TERMS_CHANGED = 'The terms have changed. Please read them again.'
const NO_PASSWORD = 'Your account has no password. You sign in with a social account.'
const WRONG_PASSWORD = 'The password is not right.'
const OTHER_PROVIDER = 'This email address is registered in another way. Please sign in as you did before.'

export const REGISTERED_MAIL = 'registered'
type Registered = { user_id: string; is_new: boolean; request?: string; language: Language | null }

/**
 * Registers an owner unless the address has an account. Either way it does the same work and mails the address, so that
 * neither the answer nor its timing reveals who has an account. Throws 429.
 */
export async function register(
  { db, settings }: Deps,
  fields: z.output<typeof registerFields>,
  { address, id, language: asked }: Asking,
  write: Write,
) {
  const { name, email, password, terms_version, language = null } = fields
  // Older apps send none.
  if (terms_version !== undefined && terms_version !== (settings.termsVersion ?? terms_version))
    throw new AppError(409, TERMS_CHANGED, { code: 'terms_changed' })
  const terms = terms_version === undefined ? {} : { terms_version, terms_at: isoNow() }
  await countAttempt(db, { action: 'app-register', account: email, address, browser: id })
  const password_hash = await hashChosenPassword(password, 'password')
  await write(async (db, change) => {
    const known = await findOwnerByEmail(db, email)
    const user_id =
      known?.id ??
      (await addOwner(db, { name, email, type: 'SIMPLE', password_hash, social_id: null, language, ...terms }, change))
    // A code mailed to an owner stays valid, whoever registers the address again.
    const key = known ? codeKeys.ownerAgain : codeKeys.ownerConfirmation
    const request = await requestCode(db, key(textKey(email)), id, { keepsEarlier: true })
    await mailSoon(db, REGISTERED_MAIL, { user_id, is_new: !known, request, language: asked } satisfies Registered)
  })
}

/**
 * The mail of register: welcomes a new owner with a code that confirms the address, or tells an existing one that
 * someone tried to register again.
 */
export async function mailRegistered(db: Db, { user_id, is_new, request }: Registered, { write }: Writing) {
  const owner = await findOwner(db, user_id)
  const { email } = owner
  const key = codeKeys.ownerConfirmation(textKey(email))
  const code = is_new && request ? await write(db, (db) => makeCode(db, key, request)) : undefined
  const toConfirm = code
    ? [
        `To confirm that this address is yours, enter the code ${code} in the app within ${CODE_MINUTES} minutes; the app can have another one sent.`,
      ]
    : []
  const words = is_new
    ? `welcome! You can sign in to the RV owner app with this address and the password you chose.`
    : `someone tried to register this address, but it already has an account. Please sign in ${signInMethods(owner)}. If it was not you, you can ignore this email.`
  return {
    to: email,
    subject: is_new ? 'Welcome' : 'You already have an account',
    // Whoever registers an address chooses the name, so a stranger's text must not reach that inbox.
    text: ['Hello,', words, ...toConfirm],
  }
}

/**
 * Signs an owner in with a password. Returns the owner with a token, or that the password must be changed first.
 * Throws 422 with the same message for an unknown address and a wrong password, 422 for a deactivated owner, and 429.
 */
export async function signIn(
  { db, log }: Deps,
  { email, password }: Credentials,
  { address, id }: Browser,
  write: Writes = (work) => inTransaction(db, work),
) {
  const attempt = { action: 'app-guess', account: email, address, browser: id } as const
  const owner = await checkPassword({ db, log }, { email, password }, attempt)
  if (owner.must_change_password) return { must_change_password: true as const }
  return write(async (db) => {
    await refuseChangedPassword(db, owner)
    return { must_change_password: false as const, ...(await openFor(db, owner.id)) }
  })
}

/**
 * Changes a known password, ends all sessions and opens a new one. Throws as signIn does, and 422 for the same
 * password.
 */
export async function changePassword(
  { db, log }: Deps,
  fields: { email: string; old_password: string; new_password: string },
  caller: Asking,
  write: Write,
) {
  const { email, old_password, new_password } = fields
  const attempt = { action: 'app-guess', account: email, address: caller.address, browser: caller.id } as const
  const owner = await checkPassword({ db, log }, { email, password: old_password }, attempt)
  const { id } = owner
  if (new_password === old_password)
    throw refused('new_password', 'Please choose a password different from the old one.')
  const password_hash = await hashChosenPassword(new_password)
  return write(async (db, change) => {
    await refuseChangedPassword(db, owner)
    setDetails(change, { actor: { _id: id, kind: 'user' } })
    await setUserPassword(db, id, { password_hash, must_change_password: 0 }, change)
    const wasSignedIn = await hasAppSession(db, id)
    await endAppSessions(db, [id])
    await enqueuePasswordChanged(db, id, caller.language)
    return openFor(db, id, wasSignedIn)
  })
}

/** Gives a nonce for the next social sign-in of this caller. Throws 429. */
export async function giveNonce({ db }: Pick<Deps, 'db'>, address: string, write: Writes) {
  await countCall(db, 'app-nonce', address)
  return write(makeNonce)
}

/**
 * Signs in with a social network and registers new owners; an account with an unconfirmed address goes to the person
 * the network vouches for. Throws 422 for a network that is not set up, an invalid or used token, an address that is
 * registered in another way, or a deactivated owner; 429; and 503.
 */
export async function signInSocial({ db, identities }: Deps, fields: SocialFields, { address }: Browser, write: Write) {
  const { provider, id_token } = fields
  const check = identities[provider]
  if (!check) throw refused('provider', 'Signing in this way is not set up here.', 'not_allowed')
  // Whose account it is shows only once the token has been checked. Until then, whoever it claims to be has ten
  // attempts.
  const attempt = { action: 'app-social', account: socialAccount(provider, claimedBy(id_token)), address } as const
  await countAttempt(db, attempt)
  const identity = await check(id_token)
  return write(async (db, change) => {
    if (!(await useToken(db, identity, fields.nonce))) throw identityRejected()
    await resetAttempts(db, attempt)
    const known = await findOwnerBySocialId(db, provider, identity.subject)
    return openFor(db, known?.id ?? (await registerSocial(db, fields, identity, change)))
  })
}

/** Whom an unchecked token claims to be; the token itself if it contains nothing readable. */
function claimedBy(idToken: string) {
  try {
    const { sub } = decodeJwt<{ sub?: unknown }>(idToken)
    return typeof sub === 'string' ? sub : idToken
  } catch {
    return idToken
  }
}

async function registerSocial(
  db: Db,
  { provider, name: given }: SocialFields,
  { subject, email, name }: Identity,
  change: OpenChange,
) {
  const known = await findOwnerByEmail(db, email)
  if (known?.email_confirmed) throw refused('provider', OTHER_PROVIDER, 'taken')
  const [called = email] = [name, given, email.split('@')[0]].flatMap(
    (one) => registerFields.shape.name.safeParse(one?.slice(0, 50)).data ?? [],
  )
  const owner = { name: called, type: provider, password_hash: null, social_id: subject }
  return known ? claim(db, known.id, owner, change) : addOwner(db, { ...owner, email }, change)
}

/**
 * Gives an account to the person a network vouches for as having its unconfirmed address: a stranger may have
 * registered it, whose password, sessions and codes are void from now on.
 */
async function claim(db: Db, id: string, owner: Omit<NewUser, 'email'>, change: OpenChange) {
  setDetails(change, { actor: { _id: id, kind: 'user' } })
  const { email } = await findOwner(db, id)
  await recordFacts(db, 'users', id, { ...owner, must_change_password: 0, email_confirmed: 1 }, change)
  await endAppSessions(db, [id])
  for (const key of [codeKeys.ownerReset, codeKeys.ownerConfirmation]) await dropCode(db, key(textKey(email)))
  return id
}

/** Adds an owner, who is thereby the author of the change. */
function addOwner(db: Db, owner: NewUser, change: OpenChange) {
  setDetails(change, { actor: { _id: newId(), kind: 'user' } })
  return addUser(db, owner, change)
}

type Attempt = Parameters<typeof countAttempt>[1]

async function checkPassword(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { email, password }: Credentials,
  attempt: Attempt,
) {
  await countAttempt(db, attempt)
  const owner = await findOwnerByEmail(db, email)
  const matches = await passwordMatches(owner?.password_hash ?? null, password, owner?.email)
  if (!owner || !matches) {
    log.warn({ user: owner?.id, address: attempt.address }, 'a sign-in to the app was refused')
    throw wrongCredentials(WRONG_LOGIN)
  }
  if (owner.status !== 1) throw new AppError(422, TURNED_OFF, { code: 'deactivated' })
  await inTransaction(db, (db) => resetAttempts(db, attempt))
  return owner
}

/** Asks a signed-in owner for the password. Throws 422 for a wrong one and for an owner without one, and 429. */
export async function refuseWrongPassword(
  deps: Pick<Deps, 'db' | 'log'>,
  { email, type }: OwnerRow,
  password: string,
  { address, id: browser }: Pick<Browser, 'address' | 'id'>,
) {
  if (type !== 'SIMPLE') throw refused('password', NO_PASSWORD, 'not_allowed')
  const attempt = { action: 'app-guess', account: email, address, browser } as const
  await countAttempt(deps.db, attempt)
  const owner = await findOwnerByEmail(deps.db, email)
  if (!(await passwordMatches(owner?.password_hash ?? null, password, owner?.email))) {
    deps.log.warn({ user: owner?.id, address }, 'a password in the app was refused')
    throw refused('password', WRONG_PASSWORD, 'wrong')
  }
  await inTransaction(deps.db, (db) => resetAttempts(db, attempt))
}

// A reset ends all sessions: none may be opened afterwards with a previously checked password.
async function refuseChangedPassword(db: Db, { id, password_hash }: OwnerRow) {
  if ((await findOwner(db, id)).password_hash !== password_hash) throw wrongCredentials(WRONG_LOGIN)
}

/**
 * Opens a session. Reads the owner again, who may have been deactivated while the password was checked. `wasSignedIn`
 * is for someone who has just lost all sessions.
 */
async function openFor(db: Db, id: string, wasSignedIn?: boolean) {
  const owner = await findOwner(db, id)
  if (owner.status !== 1) throw new AppError(422, TURNED_OFF, { code: 'deactivated' })
  const isKept = await keepOwner(db, id)
  const restored = await restoredAt(db)
  const isNews =
    restored !== undefined &&
    isoNow(-DAYS_TOLD * DAY) < restored &&
    owner.created_at < restored &&
    !(wasSignedIn ?? (await hasAppSession(db, id)))
  return {
    ...toOwner(isKept ? await findOwner(db, id) : owner),
    token: await openAppSession(db, id),
    expires_at: appSessionEnd(),
    ...(isNews && { notice: RESTORED_NOTICE }),
  }
}
