import { NO_MAIL } from '#contract/app-settings.ts'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { heldServices } from '../jobs/holds.ts'

export const MAIL_IS_HELD =
  'The mail server is not accepting our emails right now. This one is sent as soon as it does.'

const SENDS_NONE = 'This server sends no email.'

/**
 * What is so besides that a mail was sent, for a message that is the same in every set-up: that this server sends none, and
 * `instead`; or, while the mail server takes none, that it waits. Undefined where there is nothing to say.
 */
export async function mailNote({ db, settings }: Pick<Deps, 'db' | 'settings'>, instead: string) {
  if (settings.smtpUrl === undefined) return `${SENDS_NONE} ${instead}`
  return (await isHeld(db)) ? MAIL_IS_HELD : undefined
}

/**
 * What an answer says: `sent` where mail is sent; where none is, that, and `instead`; and while the mail server takes none,
 * that it waits.
 */
export async function mailed({ db, settings }: Pick<Deps, 'db' | 'settings'>, sent: string, instead: string) {
  if (settings.smtpUrl === undefined) return `${NO_MAIL} ${instead}`
  return (await isHeld(db)) ? MAIL_IS_HELD : sent
}

const isHeld = async (db: Db) => (await heldServices(db)).some(({ service }) => service === 'mail')
