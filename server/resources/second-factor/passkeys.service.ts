import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { MOST_PASSKEYS, WRONG_PASSKEY } from '#contract/sign-in.ts'
import { keepChallenge, takeChallenge } from '../../auth/challenges.ts'
import type { Session } from '../../auth/sessions.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db, Tables } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refused } from '../../errors.ts'
import type { Write } from '../../records/open-change.ts'
import { findAdmin } from '../account/account.repository.ts'
import { addFactor, removeFactor } from './factors.ts'

/** What a browser returned for a passkey; only its outer shape is checked. */
export type Credential = { id: string; [part: string]: unknown }
type WebDeps = Pick<Deps, 'db' | 'settings'>

const NAME = 'RV Owner Back-Office'
/** EdDSA, ES256 and RS256: what authenticators support. */
const ALGORITHMS = [-8, -7, -257]
const KNOWN = 'This passkey is already registered.'
const NAME_TAKEN = 'You already have a passkey with this name.'
const TOO_MANY = `You have ${MOST_PASSKEYS} passkeys, the maximum. Please remove one first.`

/** Passkeys belong to the host that people use. */
function placeOf({ publicUrl }: { publicUrl: string }) {
  const { origin, hostname } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

const passkeysOf = (db: Db, adminId: string) =>
  db.selectFrom('passkeys').select(['id', 'credential_id', 'transports']).where('admin_id', '=', adminId).execute()

const toDescriptors = (passkeys: Awaited<ReturnType<typeof passkeysOf>>) =>
  passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }))

/** What the browser needs to make a passkey. */
export async function optionsToAdd({ db, settings }: WebDeps, { actor, tokenHash }: Session) {
  const { id, name, email } = await findAdmin(db, actor._id)
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: placeOf(settings).expectedRPID,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    excludeCredentials: toDescriptors(await passkeysOf(db, id)),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  await keepChallenge(db, `add ${tokenHash}`, options.challenge)
  return { ...options }
}

/** Adds a passkey, and returns it with the recovery codes if they are new. Throws 422. */
export async function addPasskey(
  { db, settings }: WebDeps,
  { name, credential }: { name: string; credential: Credential },
  { actor, tokenHash }: Session,
  write: Write,
) {
  const admin_id = actor._id
  const expectedChallenge = await takeChallenge(db, `add ${tokenHash}`)
  const made = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: expectedChallenge ?? '',
    ...placeOf(settings),
    supportedAlgorithmIDs: ALGORITHMS,
    requireUserVerification: false,
  }).catch(() => undefined)
  if (!expectedChallenge || !made?.verified) throw wrongPasskey()
  const { id: credential_id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  return write(async (db, change) => {
    const known = db.selectFrom('passkeys').select('id').where('credential_id', '=', credential_id)
    if (await known.executeTakeFirst()) throw refused('credential', KNOWN, 'taken')
    const named = db.selectFrom('passkeys').select('id').where('admin_id', '=', admin_id).where('name', '=', name)
    if (await named.executeTakeFirst()) throw refused('name', NAME_TAKEN, 'taken')
    const passkey = { id: newId(), name, created_at: isoNow(), used_at: null }
    await db
      .insertInto('passkeys')
      .values({
        ...passkey,
        admin_id,
        credential_id,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transports.slice(0, 10)),
      })
      .execute()
    const passkey_count = (await passkeysOf(db, admin_id)).length
    if (passkey_count > MOST_PASSKEYS) throw refused('name', TOO_MANY, 'not_allowed')
    const added = { factor: passkey.id, detail: `Passkey ${name}`, what: 'a passkey was added.' }
    const recovery_codes = await addFactor(db, change, admin_id, { passkey_count }, added)
    const { id: _id, ...shown } = passkey
    return { _id, ...shown, recovery_codes }
  })
}

/** Removes one's own passkey. Throws 404, and 422 as removeFactor does. */
export function removePasskey({ settings }: Pick<WebDeps, 'settings'>, id: string, write: Write) {
  return write(async (db, change) => {
    const adminId = change.actor._id
    const removed = db.deleteFrom('passkeys').where('id', '=', id).where('admin_id', '=', adminId).returning('name')
    const passkey = await removed.executeTakeFirst()
    if (!passkey) throw notFound('This passkey')
    const passkey_count = (await passkeysOf(db, adminId)).length
    const whose = { adminId, isRequired: settings.requireSecondFactor }
    const told = { detail: `Passkey ${passkey.name}`, what: 'a passkey was removed.' }
    await removeFactor(db, change, whose, { passkey_count }, told)
  })
}

/**
 * What the browser needs to ask for a passkey: one of this administrator's, or, if it is unknown who it is, any that
 * the browser finds. `replacesPassword` asks for the person's finger, face or PIN. The challenge is stored under `key`.
 */
export async function optionsToAsk(
  { db, settings }: WebDeps,
  { key, adminId, replacesPassword }: { key: string; adminId: string | null; replacesPassword: boolean },
) {
  const options = await generateAuthenticationOptions({
    rpID: placeOf(settings).expectedRPID,
    allowCredentials: adminId === null ? [] : toDescriptors(await passkeysOf(db, adminId)),
    userVerification: replacesPassword ? 'required' : 'preferred',
  })
  await keepChallenge(db, key, options.challenge)
  return { ...options }
}

/** A passkey that has signed the challenge stored under `key`, with its counter after that. Throws 422. */
export async function checkPasskey(
  { db, settings }: WebDeps,
  credential: Credential,
  { key, replacesPassword }: { key: string; replacesPassword: boolean },
): Promise<CheckedPasskey> {
  const expectedChallenge = await takeChallenge(db, key)
  const passkey = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!expectedChallenge || !passkey) throw wrongPasskey()
  const checked = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    ...placeOf(settings),
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
    },
    requireUserVerification: replacesPassword,
  }).catch(() => undefined)
  if (!checked?.verified) throw wrongPasskey()
  return { ...passkey, newCounter: checked.authenticationInfo.newCounter }
}

export type CheckedPasskey = Tables['passkeys'] & { newCounter: number }

/**
 * Records that a checked passkey was used. Throws 422 if it was used elsewhere or removed meanwhile. Call it in the
 * transaction that relies on it.
 */
export async function spendPasskey(db: Db, { id, counter, newCounter }: CheckedPasskey) {
  const used = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, used_at: isoNow() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw wrongPasskey()
}

/** 422 for a passkey other than the one asked for. */
export const wrongPasskey = () => refused('credential', WRONG_PASSKEY, 'wrong')
