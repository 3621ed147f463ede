import { FIT } from '../db/engines/fitness.ts'
import type { Facts } from '../watch/facts.ts'

/** The facts of an installation with nothing to report. */
export const inOrder: Facts = {
  database: 'ok',
  unfit: FIT,
  held: [],
  jobs: { waiting: 0, failing: 0, given_up: 0 },
  webhooks: [],
  backups: { last: '2026-11-21T12:00:00.000Z', problem: null, overdue: false, ofStorage: false, missing: 0, by: null },
  missingFiles: 0,
  sweep: null,
  goneServers: [],
  freeBytes: 10_000_000_000,
  clockOffset: null,
  hears: null,
  otherSchemas: [],
  replica: null,
  forwardedIgnored: false,
  troubles: [],
}
