import { type Browser, noteBrowser } from '../../auth/known-browsers.ts'
import { restoredAt } from '../../auth/own-secrets.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { openSession } from '../../auth/sessions.ts'
import { randomToken, sha256 } from '../../auth/tokens.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { countRecords, openChange } from '../../records/open-change.ts'
import { linkTo, mailLater, type Writing } from '../letters.ts'
import { findAnyAdmin } from './account.repository.ts'

export const NEW_BROWSER_MAIL = 'new-browser'
const SIGNED_IN = 'sign-in-new-browser'
type SignedIn = { admin_id: string; session_id: string; device: string; address: string; at: string }

const RESTORED_NOTICE =
  'The back-office was restored from a backup, so everyone has to sign in again. Changes made after the backup are gone.'
const CODES_NOTICE = 'Your recovery codes no longer work: please make new ones under Sign-in and security.'

/**
 * Opens a session, records the sign-in, and returns the session's token, with a notice at the first sign-in after a
 * restore. For a new browser, except at the very first sign-in, it enqueues a mail and returns the change that tells
 * the others; see `afterSignIn`. Call it in a transaction.
 */
export async function openFrom(db: Db, admin_id: string, browser: Browser) {
  const { device, address } = browser
  const { name, last_sign_in, totp_since, passkey_count } = await findAnyAdmin(db, admin_id)
  const hasCodes = totp_since !== null || Number(passkey_count) > 0
  const { key, isKnown } = await noteBrowser(db, admin_id, browser)
  const session_id = newId()
  let change_id: string | undefined
  if (!isKnown && last_sign_in !== null) {
    const at = isoNow()
    await mailLater(db, NEW_BROWSER_MAIL, { admin_id, session_id, device, address, at } satisfies SignedIn)
    change_id = await tellOthers(db, { admin_id, name, device })
  }
  await noteEvent(db, { kind: 'sign_in', adminId: admin_id, place: browser })
  const restored = await restoredAt(db)
  const token = await openSession(db, admin_id, { id: session_id, device, address, browser: key })
  if (restored === undefined || last_sign_in === null || last_sign_in > restored)
    return { answer: { token }, change_id }
  await noteEvent(db, { kind: 'restored', adminId: admin_id, detail: `On ${formatTime(restored)}` })
  const notice = [RESTORED_NOTICE, ...(hasCodes ? [CODES_NOTICE] : [])].join(' ')
  return { answer: { token, notice }, change_id }
}

/** Writes the sign-in as a change, without records: nothing about the administrator differs. */
async function tellOthers(
  db: Db,
  { admin_id, name, device }: Pick<SignedIn, 'admin_id' | 'device'> & { name: string },
) {
  const change = openChange({
    actor: { _id: admin_id, kind: 'admin' },
    call: SIGNED_IN,
    kind: 'other',
    message: `Signed in from a new browser: ${device}.`,
    detail: device,
    isFinal: true,
    title: name,
  })
  await countRecords(db, change, 'admins', [])
  return change.id
}

/** What follows after the transaction of `openFrom`: its mail is sent, and open windows learn of its change. */
export function afterSignIn({ bus }: Pick<Deps, 'bus'>, change_id: string | undefined) {
  if (change_id !== undefined) bus.publish({ kind: 'change', change_id, record_types: ['admins'] })
}

/**
 * The mail of openFrom: tells about the sign-in, with a link that ends the session while it is open. Each attempt makes
 * a new link; the last mail has the valid one.
 */
export async function mailNewBrowser(
  db: Db,
  { admin_id, session_id, device, address, at }: SignedIn,
  { write, publicUrl }: Writing,
) {
  const token = randomToken()
  const isOpen = await write(db, async (db) => {
    const session = db
      .updateTable('sessions')
      .set({ end_hash: sha256(token) })
      .where('id', '=', session_id)
    return (await session.returning('id').executeTakeFirst()) !== undefined
  })
  const { name, email } = await findAnyAdmin(db, admin_id)
  const link = isOpen
    ? [
        `To sign that browser out, open this link:\n\n${linkTo(publicUrl, 'end-session', token)}`,
        'It also ends the keys and webhooks that were added with it.',
      ]
    : []
  return {
    to: email,
    subject: 'A sign-in from a new browser',
    text: [
      `Hello ${name},`,
      `someone signed in to the RV Owner Back-Office as you, with ${device} from the address ${address}, on ${formatTime(at)}.`,
      'If it was you, you can ignore this email. If it was not, please change your password as well.',
      ...link,
    ],
  }
}

const formatTime = (at: string) => `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`
