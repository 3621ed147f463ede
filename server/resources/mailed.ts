import { NO_MAIL } from '#contract/app-settings.ts'
import type { Deps } from '../deps.ts'

/** What an answer says: `sent` where mail is sent, otherwise that none is, and `instead`. */
export const mailed = ({ settings }: Pick<Deps, 'settings'>, sent: string, instead: string) =>
  settings.smtpUrl === undefined ? `${NO_MAIL} ${instead}` : sent
