import { counted, plural } from '#contract/plural.ts'
import { by, found, LONG_MS, minutes, refused, silent, trouble, when } from './condition-words.ts'
import type { Facts } from './facts.ts'

/** How much a condition matters: it affects people now, it will if nobody acts, or it is good to know. */
export type Severity = 'critical' | 'warning' | 'notice'

type Described = {
  severity: Severity
  /** The condition in a sentence; undefined if it does not apply. */
  words: (facts: Facts) => string | undefined
  /** What to do about it. */
  remedy: string | ((facts: Facts) => string)
}

/** A backup or an upload soon uses up less than this. */
const LOW_BYTES = 1_073_741_824
const STORAGE_REMEDY = 'Check that the storage runs, and S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys.'
/**
 * Everything an operator is told, each condition once. `/readyz`, the metrics, System, the dashboard and the log read
 * this list, so a new entry appears in all of them; its name is the `name` of the metric `condition`.
 */
export const conditions = {
  database_down: {
    severity: 'critical',
    words: ({ database }) => when(database === 'down', 'The database does not answer or cannot be written.'),
    remedy: 'The log has the reason. Check that the database runs, and that its disk has room and can be written.',
  },
  database_refused: {
    severity: 'critical',
    words: ({ database }) => when(database === 'refused', 'The database refuses access.'),
    remedy: 'The log has PostgreSQL’s own words. Check the user, password and rights in DATABASE_URL.',
  },
  rights_missing: {
    severity: 'critical',
    words: ({ unfit }) => unfit.rights ?? undefined,
    remedy: 'Run it as the owner of the database; no restart is needed.',
  },
  sequences_behind: {
    severity: 'critical',
    words: ({ unfit }) => unfit.sequences ?? undefined,
    remedy: 'Restart the server: its start moves them forward.',
  },
  encoding_narrow: {
    severity: 'critical',
    words: ({ unfit }) => unfit.encoding ?? undefined,
    remedy: 'Make a backup, restore it into the new database, and set DATABASE_URL.',
  },
  mail_refused: {
    severity: 'critical',
    words: refused('mail', 'The mail server is refusing our setup, so no emails are being sent'),
    remedy: 'Check SMTP_URL, MAIL_FROM and the account at the mail provider. Waiting emails are sent once it works.',
  },
  mail_silent: {
    severity: 'warning',
    words: silent('mail', 'The mail server has accepted no emails'),
    remedy: 'Check that the server in SMTP_URL runs and can be reached. Waiting emails are sent once it works.',
  },
  push_refused: {
    severity: 'critical',
    words: refused('push', 'The push service is refusing our setup, so no notifications are being pushed'),
    remedy:
      'Check FCM_CREDENTIALS, its project, and the Apple key in Firebase. If the devices really are gone, choose Remove Devices on System.',
  },
  push_silent: {
    severity: 'warning',
    words: silent('push', 'The push service has accepted no notifications'),
    remedy: 'Check that this server can reach Firebase. Waiting notifications are pushed once it works.',
  },
  storage_refused: {
    severity: 'critical',
    words: trouble('storage', 'set-up', 'The file storage is refusing our setup'),
    remedy: STORAGE_REMEDY,
  },
  storage_silent: {
    severity: 'critical',
    words: trouble('storage', 'later', 'The file storage does not answer'),
    remedy: 'Check that the storage runs and can be reached; no restart is needed.',
  },
  warranty_refused: {
    severity: 'warning',
    words: trouble('warranty', 'set-up', 'The dealer site is refusing our warranty checks'),
    remedy: 'Check WARRANTY_URL. Owners see earlier answers where there are any.',
  },
  warranty_silent: {
    severity: 'notice',
    words: trouble('warranty', 'later', 'The dealer site does not answer warranty checks'),
    remedy: 'The next check asks it again. Owners see earlier answers where there are any.',
  },
  sign_in_refused: {
    severity: 'critical',
    words: trouble('sign-in', 'set-up', 'The keys for social sign-in cannot be read'),
    remedy: 'Check the KEYS_URL settings of Google and Apple.',
  },
  sign_in_silent: {
    severity: 'warning',
    words: trouble('sign-in', 'later', 'The keys for social sign-in cannot be fetched at the moment'),
    remedy: 'Check that this server can reach Google and Apple; no restart is needed.',
  },
  jobs_given_up: {
    severity: 'warning',
    words: ({ jobs }) =>
      when(jobs.given_up > 0, `${counted(jobs.given_up, 'job')} ${plural(jobs.given_up, 'is', 'are')} given up.`),
    remedy: 'System lists the emails among them. Choose Try Again or Dismiss there.',
  },
  jobs_failing: {
    severity: 'notice',
    words: ({ jobs }) => when(jobs.failing > 0, `${counted(jobs.failing, 'job')} failed and will be tried again.`),
    remedy: 'The failed emails on System and the log have the reasons.',
  },
  webhooks_given_up: {
    severity: 'warning',
    words({ webhooks }) {
      const given = webhooks.filter(({ given_up }) => given_up > 0)
      if (!given.length) return undefined
      const told = given.map(
        ({ host, given_up, isGone }) =>
          `${given_up.toLocaleString('en')} to ${host}${isGone ? ', which wants no more' : ''}`,
      )
      return `Deliveries of webhooks were given up: ${told.join('; ')}.`
    },
    remedy: 'Check that the receiver runs, then send them again or dismiss them on the page of the webhooks.',
  },
  webhooks_silent: {
    severity: 'notice',
    words({ webhooks }) {
      const silent = webhooks.filter(({ failingForMs }) => failingForMs >= LONG_MS)
      if (!silent.length) return undefined
      const told = silent.map(
        ({ host, failingForMs, waiting }) =>
          `${host} for ${minutes(failingForMs)} (${counted(waiting, 'delivery', 'deliveries')} waiting)`,
      )
      return `Receivers of webhooks take nothing: ${told.join('; ')}.`
    },
    remedy: 'Check that the receiver runs. What waits is tried for two days; the page of the webhooks has the reason.',
  },
  webhooks_paused: {
    severity: 'warning',
    words({ webhooks }) {
      const paused = webhooks.filter(({ isPaused }) => isPaused)
      if (!paused.length) return undefined
      const told = paused.map(({ host, waiting, missed }) => {
        const lost = missed ? `, ${missed.toLocaleString('en')} forgotten` : ''
        return `${host} (${counted(waiting, 'delivery', 'deliveries')} waiting${lost})`
      })
      return `Webhooks are paused: ${told.join('; ')}.`
    },
    remedy:
      'Resume or end them on the page of the webhooks. What waits for more than a week, or is too much, is forgotten.',
  },
  backup_failed: {
    severity: 'critical',
    words: ({ backups }) =>
      backups?.problem ? `The last backup${by(backups.by)} failed: ${backups.problem}` : undefined,
    remedy: ({ backups }) =>
      `${backups?.ofStorage ? STORAGE_REMEDY : 'Check the free space and permissions of BACKUP_DIR.'} The next attempt is within five minutes.`,
  },
  backup_late: {
    severity: 'critical',
    words: ({ backups }) =>
      when(
        backups !== null && backups.overdue && !backups.problem,
        `No backup was finished in time${by(backups?.by)}; ${backups?.last ? `the last one is from ${backups.last}` : 'there is none yet'}.`,
      ),
    remedy: 'Check that the server that makes them runs, its log, and that BACKUP_DIR is the folder of the backups.',
  },
  backup_none: {
    severity: 'notice',
    words: ({ backups }) => when(backups === null, 'No backups are scheduled.'),
    remedy: 'Set BACKUP_DIR, or make backups by other means.',
  },
  files_missing: {
    severity: 'warning',
    words: ({ missingFiles: files, sweep }) =>
      when(
        files > 0,
        `${counted(files, 'file')} that records need ${plural(files, 'is', 'are')} missing${sweep?.missing ? found(sweep) : ''}.`,
      ),
    remedy: 'The log names them. Bring them back from trash/ or a backup.',
  },
  sweep_stopped: {
    severity: 'warning',
    words: ({ sweep }) =>
      sweep?.stopped ? `The daily cleanup stopped: too many files belong to no record${found(sweep)}.` : undefined,
    remedy: 'Check that DATABASE_URL and DATA_DIR belong together.',
  },
  server_gone: {
    severity: 'warning',
    words({ goneServers: gone }) {
      const told = gone.map(({ name, seen_at }) => `${name}, last seen ${seen_at}`)
      return when(
        gone.length > 0,
        `${plural(gone.length, 'A server has', 'Servers have')} gone missing: ${told.join('; ')}.`,
      )
    },
    remedy: 'Start it again. If it is gone for good, choose Forget on System; after a week it is forgotten anyway.',
  },
  disk_low: {
    severity: 'warning',
    words: ({ freeBytes }) =>
      when(
        freeBytes !== null && freeBytes < LOW_BYTES,
        `Only ${Math.round((freeBytes ?? 0) / 1_048_576)} MB are free on the disk of DATA_DIR on this server.`,
      ),
    remedy: 'Free space on that disk; no restart is needed.',
  },
  clock_off: {
    severity: 'warning',
    words: ({ clockOffset }) =>
      clockOffset === null
        ? undefined
        : `This server’s clock is ${counted(Math.round(Math.abs(clockOffset) / 1000), 'second')} ${clockOffset > 0 ? 'ahead of' : 'behind'} the database’s.`,
    remedy: 'Set the machine’s clock, for example with NTP.',
  },
  changes_unheard: {
    severity: 'warning',
    words: ({ hears }) => when(hears === false, 'This server does not receive the changes of the others.'),
    remedy: 'Set DATABASE_DIRECT_URL to PostgreSQL itself if DATABASE_URL leads to a pooler.',
  },
  other_schema: {
    severity: 'warning',
    words: ({ otherSchemas }) =>
      when(otherSchemas.length > 0, `Servers with another schema are running: ${otherSchemas.join(', ')}.`),
    remedy: 'Replace them with servers of this release.',
  },
  replica_unused: {
    severity: 'warning',
    words: ({ replica }) => (replica ? `The read replica is not used: ${replica}.` : undefined),
    remedy: 'Check the replica and DATABASE_READ_URL. Until then the database answers alone.',
  },
  proxy_untrusted: {
    severity: 'warning',
    words: ({ forwardedIgnored }) =>
      when(forwardedIgnored, 'A proxy forwards calls although TRUST_PROXY is 0: all its callers count as one.'),
    remedy: 'Set TRUST_PROXY to the number of proxies in front.',
  },
} satisfies Record<string, Described>

export type ConditionName = keyof typeof conditions
/** A current condition. */
export type Standing = { name: ConditionName; severity: Severity; words: string; remedy: string }

export const conditionNames = Object.keys(conditions) as ConditionName[]
const order: Severity[] = ['critical', 'warning', 'notice']

/** The current conditions, most severe first. */
export function standing(facts: Facts): Standing[] {
  const found = conditionNames.flatMap((name) => {
    const { severity, words, remedy }: Described = conditions[name]
    const said = words(facts)
    const what = typeof remedy === 'string' ? remedy : remedy(facts)
    return said === undefined ? [] : [{ name, severity, words: said, remedy: what }]
  })
  return found.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity))
}
