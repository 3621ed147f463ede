import { NO_MAIL } from '#contract/app-settings.ts'
import type { Deps } from '../deps.ts'
import { heldServices } from '../jobs/holds.ts'

export const MAIL_IS_HELD =
  'The mail server is not accepting our emails right now. This one is sent as soon as it does.'

/**
 * What an answer says: `sent` where mail is sent; where none is, that, and `instead`; and while the mail server takes none,
 * that it waits.
 */
export async function mailed({ db, settings }: Pick<Deps, 'db' | 'settings'>, sent: string, instead: string) {
  if (settings.smtpUrl === undefined) return `${NO_MAIL} ${instead}`
  const held = await heldServices(db)
  return held.some(({ service }) => service === 'mail') ? MAIL_IS_HELD : sent
}
