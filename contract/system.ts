import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { answered, said } from './records.ts'

const time = z.iso.datetime()
const count = z.int().min(0)

/** A server of the installation. */
const server = z.object({
  _id: z.string(),
  /** Its machine and port. */
  name: z.string(),
  release: z.string(),
  /** The last migration that it knows. */
  schema: z.string(),
  started_at: time,
  seen_at: time,
  /** Whether it was seen within half a minute. */
  is_alive: z.boolean(),
  /** Takes no calls, because a newer release is at work on the database. */
  is_paused: z.boolean(),
  /** Was stopped on purpose, and nobody makes the backups that it made. */
  is_stopped: z.boolean(),
  /** How far its clock is ahead of the database's; null where the database has none of its own. */
  clock_offset_ms: z.int().nullable(),
  /** Whether it hears what servers tell each other; null where there are no others, or before it was tried. */
  hears: z.boolean().nullable(),
  /** The one that answers this call. */
  is_this: z.boolean(),
})
export type Server = z.output<typeof server>

const failedMail = z.object({
  _id: z.string(),
  /** What it is about, such as `invitation`. */
  kind: z.string(),
  asked_at: time,
  attempts: count,
  error: z.string(),
  /** Whether it is not tried any more. */
  given_up: z.boolean(),
})

const keptMail = z.object({
  _id: z.string(),
  at: time,
  to: z.string(),
  subject: z.string(),
  /** Where it is on the server. */
  file: z.string(),
  /** Null where it is for a colleague alone: it may let in whoever reads it. */
  text: z.string().nullable(),
})
export type KeptMail = z.output<typeof keptMail>

/** Something that an operator should know, and what to do about it. */
export const condition = z.object({
  name: z.string(),
  severity: z.enum(['critical', 'warning', 'notice']),
  words: z.string(),
  remedy: z.string(),
})
export type Condition = z.output<typeof condition>

export const systemStatus = z.object({
  /** What stands now, the most severe first. */
  conditions: z.array(condition),
  servers: z.array(server),
  database: z.object({
    kind: z.enum(['SQLite', 'PostgreSQL']),
    version: z.string(),
    bytes: count,
    /** The last migration that was applied. */
    schema: z.string(),
  }),
  /** Those with the most trouble; null where no server makes any. */
  backups: z
    .object({
      last: time.nullable(),
      problem: z.string().nullable(),
      overdue: z.boolean(),
      missing_files: count,
      /** The name of the server that makes them; null where it is the one that answers. */
      by: z.string().nullable(),
    })
    .nullable(),
  jobs: z.object({
    waiting: count,
    failing: count,
    given_up: count,
    /** When the newest of those that were given up was. */
    last_given_up_at: time.nullable(),
  }),
  /** The newest mails that could not be sent yet, or not at all, and how many there are. */
  failed_mails: z.array(failedMail),
  failed_mail_count: count,
  storage: z.object({
    kind: z.enum(['disk', 'S3']),
    /** As the last daily look found it; null before the first. */
    files: count.nullable(),
    missing_files: count,
    sweep_stopped: z.boolean(),
    /** What is free where DATA_DIR is; null where the system does not tell. */
    free_bytes: count.nullable(),
  }),
  /** Whether news can say who sends it, as SENDER_NAME, SENDER_ADDRESS and SENDER_CONTACT do. */
  has_news_sender: z.boolean().optional(),
  /** Databases that a restore on this server has replaced, the newest first, and the day on which each is removed. */
  replaced: z.array(z.object({ file: z.string(), removed_on: z.iso.date() })).optional(),
})
export type SystemStatus = z.output<typeof systemStatus>

/** The newest of the jobs that were seen, so that none is meant that was given up since. */
const givenUpUntil = z.object({ until: time, again: z.boolean() })

export const system = {
  status: endpoint('admin/system/status', z.object({}), answered(systemStatus)),
  /** Tries jobs `again` that had been given up by that time, or dismisses them: they are removed. */
  givenUp: endpoint('admin/system/given_up', givenUpUntil, said),
  /** The newest mails that this server keeps as it sends none, and how many there are. They hold codes and links. */
  keptMails: endpoint(
    'admin/system/kept_mails',
    z.object({}),
    answered(z.object({ mails: z.array(keptMail), total: count })),
    { proof: 'fresh' },
  ),
  /** Forgets a server that is gone, and the backups that it made: nobody is told of it any more. */
  forgetServer: endpoint('admin/system/forget_server', z.object({ server_id: z.string().max(64) }), said),
  /** Believes for a day that devices which look unregistered are, however many: they are removed. */
  removeDevices: endpoint('admin/system/remove_devices', z.object({}), said),
}
