import { NO_MAIL } from '#contract/app-settings.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { heldServices } from '../jobs/holds.ts'

export const MAIL_IS_HELD =
  'The mail server is not accepting our emails right now. This one is sent as soon as it does.'

const SENDS_NONE = 'This server sends no email.'

/**
 * A note for a message that otherwise says the same everywhere: that this server sends no mail, and `instead`; or,
 * while the mail server accepts none, that the mail waits. Undefined if there is nothing to add.
 */
export async function mailNote({ db, settings }: Pick<Deps, 'db' | 'settings'>, instead: string) {
  if (settings.smtpUrl === undefined) return `${SENDS_NONE} ${instead}`
  return (await isHeld(db)) ? MAIL_IS_HELD : undefined
}

/**
 * An answer's message: `sent` if mail is sent; if none is, a sentence that says so, and `instead`; and while the mail
 * server accepts none, that the mail waits.
 */
export async function mailed({ db, settings }: Pick<Deps, 'db' | 'settings'>, sent: string, instead: string) {
  if (settings.smtpUrl === undefined) return `${NO_MAIL} ${instead}`
  return (await isHeld(db)) ? MAIL_IS_HELD : sent
}

const isHeld = async (db: Db) => (await heldServices(db)).some(({ service }) => service === 'mail')
