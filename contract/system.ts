import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answered, said } from './records.ts'

const time = z.iso.datetime()
const count = z.int().min(0)

/** One of the installation's servers. */
const server = z.object({
  _id: z.string(),
  /** Its host and port. */
  name: z.string(),
  release: z.string(),
  /** The last migration it knows. */
  schema: z.string(),
  started_at: time,
  seen_at: time,
  /** Whether it was seen within the last 30 seconds. */
  is_alive: z.boolean(),
  /** Takes no calls, because a newer release is working on the database. */
  is_paused: z.boolean(),
  /** Was stopped on purpose, and nobody makes its backups now. */
  is_stopped: z.boolean(),
  /** How far its clock is ahead of the database's; null if the database has no clock of its own. */
  clock_offset_ms: z.int().nullable(),
  /** Whether it hears the other servers; null if there are none, or it has not been tried. */
  hears: z.boolean().nullable(),
  /** Whether it answered this call. */
  is_this: z.boolean(),
})
export type Server = z.output<typeof server>

const failedMail = z.object({
  _id: z.string(),
  /** What the mail is about, such as `invitation`. */
  kind: z.string(),
  asked_at: time,
  attempts: count,
  error: z.string(),
  /** Whether it is no longer retried. */
  given_up: z.boolean(),
})

const keptMail = z.object({
  _id: z.string(),
  at: time,
  to: z.string(),
  subject: z.string(),
  /** The file's path on the server. */
  file: z.string(),
  /** Null if it is only for a colleague, as it may let in anyone who reads it. */
  text: z.string().nullable(),
})
export type KeptMail = z.output<typeof keptMail>

/** Something an operator should know, and what to do about it. */
export const condition = z.object({
  name: z.string(),
  severity: z.enum(['critical', 'warning', 'notice']),
  words: z.string(),
  remedy: z.string(),
})
export type Condition = z.output<typeof condition>

export const systemStatus = z.object({
  /** The current conditions, most severe first. */
  conditions: z.array(condition),
  servers: z.array(server),
  database: z.object({
    kind: z.enum(['SQLite', 'PostgreSQL']),
    version: z.string(),
    bytes: count,
    /** The last migration that was applied. */
    schema: z.string(),
  }),
  /** The backups in the worst state; null if no server makes any. */
  backups: z
    .object({
      last: time.nullable(),
      problem: z.string().nullable(),
      overdue: z.boolean(),
      missing_files: count,
      /** The name of the server that makes them; null if it answered this call. */
      by: z.string().nullable(),
    })
    .nullable(),
  jobs: z.object({
    waiting: count,
    failing: count,
    given_up: count,
    /** When the last job was given up. */
    last_given_up_at: time.nullable(),
  }),
  /** The newest mails that are delayed or failed, and how many there are. */
  failed_mails: z.array(failedMail),
  failed_mail_count: count,
  storage: z.object({
    kind: z.enum(['disk', 'S3']),
    /** As the last daily check found them; null before the first. */
    files: count.nullable(),
    missing_files: count,
    sweep_stopped: z.boolean(),
    /** Free space in DATA_DIR; null if the system does not say. */
    free_bytes: count.nullable(),
  }),
  /** Whether news can say who sends it, from SENDER_NAME, SENDER_ADDRESS and SENDER_CONTACT. */
  has_news_sender: z.boolean().optional(),
  /** Databases that restores on this server have replaced, newest first, and when each will be removed. */
  replaced: z.array(z.object({ file: z.string(), removed_on: z.iso.date() })).optional(),
})
export type SystemStatus = z.output<typeof systemStatus>

/** The newest job that was seen, so that later failures are left out. */
const givenUpUntil = z.object({ until: time, again: z.boolean() })

export const system = {
  status: endpoint('admin/system/status', z.object({}), answered(systemStatus)),
  /** Retries the jobs given up by that time (`again`), or dismisses them: they are removed. */
  givenUp: endpoint('admin/system/given_up', givenUpUntil, said),
  /**
   * The newest mails kept here because this server sends none, and how many there are. They contain codes and links.
   */
  keptMails: endpoint(
    'admin/system/kept_mails',
    z.object({}),
    answered(z.object({ mails: z.array(keptMail), total: count })),
    { proof: 'fresh' },
  ),
  /** Forgets a server that is gone, and its backups: they cause no more warnings. */
  forgetServer: endpoint('admin/system/forget_server', z.object({ server_id: z.string().max(64) }), said),
  /** Accepts for a day that devices which look unregistered are so, however many: they are removed. */
  removeDevices: endpoint('admin/system/remove_devices', z.object({}), said),
}
