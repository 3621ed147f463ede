import type { AdministratorStatus } from '#contract/administrators.ts'
import { endSessions } from '../../auth/ended-sessions.ts'
import { dropSecretsOf } from '../../auth/one-time.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { firstIdAt, isoNow } from '../../clock.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { type Changes } from '../../records/activity.ts'
import { type AnyChange, whoAndWhere } from '../../records/open-change.ts'
import { setDeletedWhere } from '../../records/plan/carry-out.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { endKeysSince } from '../keys/keys.service.ts'
import { endWebhooksSince, pauseWebhooksSince } from '../webhooks/webhooks.service.ts'
import { findAnyAdmin } from './account.repository.ts'

export const NOT_ME_CALL = 'admin/second_factor/not_me'

/** What happened to one of the team's accounts, and who did it. */
type Entry = Pick<Tables['activity'], 'admin_id' | 'record_id' | 'action'> & { changes: Changes }

/** What an intruder did with an account: the accounts in the intruder's hands, and what happened to all. */
export type TakeOver = { strangers: Set<string>; entries: Entry[]; since: string }

/**
 * Finds the accounts that an intruder has let in with the account `adminId` since a moment, and those that these have
 * let in: invited, activated, or invited to another address. An account that could sign in before is a colleague's.
 */
export async function findTakeOver(db: Db, adminId: string, since: string): Promise<TakeOver> {
  const found = await readQuery<Omit<Entry, 'changes'> & { changes: string }>(
    db,
    `select admin_id, record_id, action, changes from activity
     where id >= ? and table_name = 'admins'
       and not exists (select 1 from changes where changes.id = activity.change_id and changes.call = ?) order by id`,
    [firstIdAt(new Date(since)), NOT_ME_CALL],
  )
  const entries = found.map((entry) => ({ ...entry, changes: JSON.parse(entry.changes) as Changes }))
  const strangers = new Set([adminId])
  for (const entry of entries) {
    if (!isBy(strangers, entry) || strangers.has(entry.record_id) || !controlsSignIn(entry)) continue
    const { status } = await findStatus(db, entry.record_id)
    if (valueBefore(entries, entry.record_id, 'status', status) !== 'ACTIVE') strangers.add(entry.record_id)
  }
  return { strangers, entries, since }
}

const isBy = (strangers: Set<string>, { admin_id }: Entry) => admin_id !== null && strangers.has(admin_id)

const controlsSignIn = ({ action, changes }: Entry) =>
  action === 'add' || action === 'restore' || ['status', 'email', 'invitation'].some((field) => field in changes)

/** An account's value in a field before the first entry that changed it; undefined for one added since. */
function valueBefore(entries: Entry[], id: string, field: string, now: string) {
  const first = entries.find(({ record_id, changes }) => record_id === id && field in changes)
  return first ? (first.changes[field]?.[0] as string | null) : now
}

const findStatus = (db: Db, id: string) =>
  db
    .selectFrom('admins')
    .select(['status', 'is_deleted', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
    .then((row) => row ?? { status: 'INACTIVE' as AdministratorStatus, is_deleted: 1, name: '', email: '' })

/** What was undone, by the names of the accounts. */
export type TakenBack = {
  suspended: string[]
  activated: string[]
  renamed: string[]
  endedKeys: string[]
  endedWebhooks: string[]
  pausedWebhooks: string[]
}

/**
 * Undoes what an intruder did to the team: suspends the accounts that were let in, readmits those that were locked out,
 * restores names, and ends the program keys that were added and the webhooks that were redirected. Call it in a
 * transaction.
 */
export async function takeBackTeam(
  db: Db,
  change: AnyChange,
  adminId: string,
  { strangers, entries, since }: TakeOver,
) {
  const taken: TakenBack = {
    suspended: [],
    activated: [],
    renamed: [],
    endedKeys: [],
    endedWebhooks: [],
    pausedWebhooks: [],
  }
  for (const id of strangers) {
    taken.endedKeys.push(...(await endKeysSince(db, id, since)))
    taken.endedWebhooks.push(...(await endWebhooksSince(db, id, since)))
    taken.pausedWebhooks.push(...(await pauseWebhooksSince(db, id, since)))
  }
  for (const id of strangers)
    if (id !== adminId && (await suspend(db, change, id))) taken.suspended.push(await nameOf(db, id))
  const touched = new Set(entries.filter((entry) => isBy(strangers, entry)).map(({ record_id }) => record_id))
  for (const id of touched) {
    if (id !== adminId && strangers.has(id)) continue
    const row = await findStatus(db, id)
    const wasStrange = (field: string) => {
      const last = entries.findLast(({ record_id, changes }) => record_id === id && field in changes)
      return last !== undefined && isBy(strangers, last)
    }
    const name = valueBefore(entries, id, 'name', row.name)
    if (name !== null && name !== row.name && wasStrange('name')) {
      await recordFacts(db, 'admins', id, { name }, change)
      taken.renamed.push(name)
    }
    if (
      row.status === 'INACTIVE' &&
      wasStrange('status') &&
      valueBefore(entries, id, 'status', row.status) === 'ACTIVE'
    ) {
      await recordFacts(db, 'admins', id, { status: 'ACTIVE' }, change)
      taken.activated.push(await nameOf(db, id))
    }
    // A withdrawn invitation is restored, but not its link; a colleague can send another one.
    if (row.is_deleted === 1 && row.status === 'INVITED' && wasStrange('is_deleted'))
      await setDeletedWhere(db, 'admins', { id }, false, change)
  }
  return taken
}

const nameOf = async (db: Db, id: string) => {
  const { name, email } = await findAnyAdmin(db, id)
  return `${name} (${email})`
}

/**
 * Locks out an account that an intruder has let in: its record stays, and a colleague can activate it or invite again.
 */
async function suspend(db: Db, change: AnyChange, id: string) {
  const { status, email } = await findStatus(db, id)
  await dropCode(db, codeKeys.adminReset(email))
  await dropSecretsOf(db, id)
  if (status === 'INACTIVE') return false
  const ends = status === 'ACTIVE' ? ({ status: 'INACTIVE' } as const) : { invited_until: isoNow() }
  await recordFacts(db, 'admins', id, ends, change)
  await endSessions(db, id)
  await noteEvent(db, { kind: 'session_ended', adminId: id, detail: 'Suspended', ...whoAndWhere(change) })
  return true
}
