import type { SystemStatus } from '#contract/system.ts'
import type { Actor } from '../../actor.ts'
import { isAlive, listServers, removeServer } from '../../db/engines/servers.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../errors.ts'
import { listReplaced } from '../../integrations/files/replaced.ts'
import { listKeptMails, mailFolderOf } from '../../integrations/mail/mailer.ts'
import { forgetBackups } from '../../watch/notes.ts'
import type { Watch } from '../../watch/watch.ts'
import { findAdmin } from '../account/account.repository.ts'
import { addressToConfirm } from '../administrators/own-email.service.ts'
import { describeDatabase, lastGivenUp, listFailedMails } from './system.repository.ts'

/** What an administrator may know about the installation: no addresses, no secrets, nothing of what mails say. */
export async function readStatus(deps: Deps, watch: Watch): Promise<SystemStatus> {
  const { db, settings } = deps
  const { facts, standing } = await watch.look()
  const { backups, sweep } = facts
  const { mails, total } = await listFailedMails(db)
  return {
    conditions: standing,
    servers: await describeServers(deps),
    database: await describeDatabase(db),
    backups: backups
      ? {
          last: backups.last,
          problem: backups.problem,
          overdue: backups.overdue,
          missing_files: backups.missing,
          by: backups.by,
        }
      : null,
    jobs: { ...facts.jobs, last_given_up_at: await lastGivenUp(db) },
    failed_mails: mails.map(({ id, payload, attempts, last_error, gave_up_at }) => ({
      _id: id,
      kind: mailName(payload),
      asked_at: timeOf(id),
      attempts,
      error: last_error ?? '',
      given_up: gave_up_at !== null,
    })),
    failed_mail_count: total,
    storage: {
      kind: settings.s3 ? 'S3' : 'disk',
      files: sweep?.files ?? null,
      missing_files: facts.missingFiles,
      sweep_stopped: sweep?.stopped ?? false,
      free_bytes: facts.freeBytes,
    },
    has_news_sender: settings.newsSender !== undefined,
    replaced: await listReplaced(settings.dataDir),
  }
}

async function describeServers({ db, heartbeat }: Deps): Promise<SystemStatus['servers']> {
  const rows = await listServers(db)
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    release: row.release,
    schema: row.schema_name,
    started_at: row.started_at,
    seen_at: row.seen_at,
    is_alive: isAlive(row),
    is_paused: row.state === 'paused',
    is_stopped: row.state === 'stopped',
    clock_offset_ms: row.offset_ms,
    hears: row.hears === null ? null : row.hears === 1,
    is_this: row.id === heartbeat?.id,
  }))
}

/** Forgets a server that is gone, with its backups. Resolves to its name. */
export async function forgetServer(db: Db, id: string) {
  const servers = await listServers(db)
  const server = servers.find((row) => row.id === id)
  if (!server) throw notFound('This server')
  if (isAlive(server)) throw new AppError(409, 'This server is running.')
  await inTransaction(db, async (db) => {
    await removeServer(db, id)
    if (!servers.some((row) => row.name === server.name && isAlive(row))) await forgetBackups(db, server.name)
  })
  return server.name
}

const MOST_MAILS = 50

/**
 * The mails kept here because this server sends none. Their texts let in anyone who reads them, so an administrator
 * sees those to their own address, and those that any administrator may hand over; not colleagues' codes and links.
 */
export async function readKeptMails({ db, settings }: Pick<Deps, 'db' | 'settings'>, { _id }: Actor) {
  if (settings.smtpUrl !== undefined) return { mails: [], total: 0 }
  const { mails, total } = await listKeptMails(mailFolderOf(settings), MOST_MAILS)
  const { email } = await findAdmin(db, _id)
  const own = new Set([email, await addressToConfirm(db, _id)])
  return {
    mails: mails.map(({ id, to, subject, text, forHandOver, file }) => ({
      _id: id,
      at: timeOf(id),
      to,
      subject,
      file,
      text: forHandOver || own.has(to) ? text : null,
    })),
    total,
  }
}

/** The template `new-password` as `new password`. */
const mailName = (payload: string) => (JSON.parse(payload) as { template: string }).template.replaceAll('-', ' ')

/** A version 7 id begins with its time. */
const timeOf = (id: string) => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()
