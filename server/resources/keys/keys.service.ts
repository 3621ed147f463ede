import type { z } from 'zod'
import { KEY_WARNING_DAYS, type Key, type keyFields } from '#contract/keys.ts'
import { kinds } from '#contract/kinds.ts'
import { toZonedTime } from '#contract/zoned-time.ts'
import type { Actor } from '../../actor.ts'
import { newSecret } from '../../auth/program-keys/secrets.ts'
import { noteEvent, type Place } from '../../auth/security-events.ts'
import { sha256 } from '../../auth/tokens.ts'
import { dayLater, isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { notFound, refused } from '../../errors.ts'
import { type DueHandlers, momentOf, schedule, type WallTime } from '../../jobs/schedule.ts'
import { tellTeam } from '../administrators/team-mails.service.ts'
import { mailLater, type Writing } from '../letters.ts'

/** The job that mails whoever added a key that it will end soon. */
export const KEY_ENDS_MAIL = 'key-ends'
/** The act due when a key ends soon. */
export const KEY_ENDS = 'key-ends'
type Warning = { key_id: string; days: number }

const series = new Intl.ListFormat('en-US')
const TAKEN = 'An active key already has this name.'

/** Who does it, from where, and in which session. */
export type By = { actor: Actor; place: Place; session: string }
/** The time of day, at the office, when mails about keys are sent. */
const MORNING = '09:00'

/** All keys, newest first. */
export const listKeys = async (db: Db): Promise<Key[]> =>
  (await selectKeys(db).orderBy('program_keys.id', 'desc').execute()).map(toKey)

/**
 * Adds a key, with the row that the history names it by; tells the team now, and its maker, by the office's clock,
 * before it ends. Call it in a transaction. Throws 422 for a name in use.
 */
export async function addKey(db: Db, fields: z.output<typeof keyFields>, by: By, officeTimeZone: string) {
  const { actor, place, session } = by
  const { name, scope, record_types, addresses = [], may = [] } = fields
  const [id, secret, created_at] = [newId(), newSecret(), isoNow()]
  const name_key = textKey(name)
  const active = (await selectKeys(db).where('admins.name_key', '=', name_key).execute()).map(toKey)
  if (active.some(({ state }) => state === 'active')) throw refused('name', TAKEN, 'taken')
  const expires_at = new Date(fields.expires_at).toISOString()
  const nobody = { password_hash: '', avatar_file: null, created_at, updated_at: created_at }
  await db
    .insertInto('admins')
    .values({ id, name, name_key, email: `${id}@program.invalid`, status: 'PROGRAM', ...nobody })
    .execute()
  await db
    .insertInto('program_keys')
    .values({
      id,
      secret_hash: sha256(secret),
      scope,
      record_types: JSON.stringify(record_types),
      addresses: JSON.stringify(addresses),
      may: JSON.stringify(scope === 'write' ? may : []),
      made_by: actor._id,
      created_at,
      expires_at,
      ended_at: null,
      last_used_at: null,
    })
    .execute()
  for (const days of KEY_WARNING_DAYS) {
    const at = warningOf(expires_at, days, officeTimeZone)
    if (momentOf(at) > created_at) await schedule(db, KEY_ENDS, aboutWarning({ key_id: id, days }), at)
  }
  await noteEvent(db, { kind: 'program_key_added', adminId: actor._id, place, detail: name })
  const what = `${scope === 'read' ? 'reads' : 'reads and changes'} ${series.format(record_types.map((type) => kinds[type].noun[1]))}`
  await tellTeam(
    db,
    { actor, at: created_at, session },
    { about: actor._id, told: (maker) => `${maker} added the key “${name}” for a program, which ${what}.` },
  )
  return { data: await findKey(db, id), secret }
}

/** Ends a key immediately; does nothing if it has ended. Call it in a transaction. Throws 404. */
export async function endKey(db: Db, id: string, { actor, place }: Omit<By, 'session'>) {
  const key = await findKey(db, id)
  if (key.ended_at) return
  await db.updateTable('program_keys').set({ ended_at: isoNow() }).where('id', '=', id).execute()
  await noteEvent(db, { kind: 'program_key_ended', adminId: actor._id, place, detail: key.name })
}

/**
 * Ends the keys that an administrator has added since then (ISO 8601), and returns their names. Call it in a
 * transaction.
 */
export async function endKeysSince(db: Db, adminId: string, since: string) {
  const keys = await selectKeys(db)
    .where('program_keys.made_by', '=', adminId)
    .where('program_keys.created_at', '>=', since)
    .where('program_keys.ended_at', 'is', null)
    .execute()
  for (const { id, name } of keys) {
    await db.updateTable('program_keys').set({ ended_at: isoNow() }).where('id', '=', id).execute()
    await noteEvent(db, { kind: 'program_key_ended', adminId, detail: name })
  }
  return keys.map(({ name }) => name)
}

/** The morning at the office, so many days before a key ends there. */
function warningOf(expires_at: string, days: number, zone: string): WallTime {
  const [lastDay] = toZonedTime(expires_at, zone)
  return { day: dayLater(lastDay, -days), time: MORNING, zone }
}

const aboutWarning = ({ key_id, days }: Warning) => `${key_id} ${days}`

/** Sends the mail about a key that ends soon. */
export const warnOfEnd: DueHandlers[string] = async (db, { about }) => {
  const [key_id = '', days] = about.split(' ')
  await mailLater(db, KEY_ENDS_MAIL, { key_id, days: Number(days) } satisfies Warning)
}

/** The mail of a warning; nothing for a key that has ended. */
export async function mailKeyEnds(db: Db, { key_id, days }: Warning, { publicUrl, officeTimeZone }: Writing) {
  const row = await selectKeys(db).where('program_keys.id', '=', key_id).executeTakeFirst()
  if (!row || toKey(row).state !== 'active') return
  return {
    to: row.maker_email,
    subject: `The key “${row.name}” ends in ${days} days`,
    text: [
      `Hello ${row.maker_name},`,
      `The key “${row.name}”, which you added for a program, ends on ${toZonedTime(row.expires_at, officeTimeZone)[0]}. The program cannot sign in after that.`,
      `If the program is still in use, add a new key: ${publicUrl}/keys`,
    ],
  }
}

/** The keys added since then (ISO 8601) that have not ended, newest first. */
export const keysSince = async (db: Db, since: string) =>
  (await listKeys(db)).filter(({ state, created_at }) => state === 'active' && created_at >= since)

/** The keys that have not ended and whose makers are no longer active. */
export const keysWithoutMaker = async (db: Db) =>
  (await listKeys(db)).filter(({ state, made_by }) => state === 'active' && !made_by.is_active)

async function findKey(db: Db, id: string) {
  const row = await selectKeys(db).where('program_keys.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This key')
  return toKey(row)
}

const selectKeys = (db: Db) =>
  db
    .selectFrom('program_keys')
    .innerJoin('admins', 'admins.id', 'program_keys.id')
    .innerJoin('admins as makers', 'makers.id', 'program_keys.made_by')
    .selectAll('program_keys')
    .select([
      'admins.name',
      'makers.name as maker_name',
      'makers.email as maker_email',
      'makers.status as maker_status',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectKeys>['execute']>>[number]

function toKey({ id, record_types, addresses, may, made_by, maker_name, maker_status, ...row }: Row): Key {
  const { name, scope, created_at, expires_at, ended_at, last_used_at } = row
  return {
    _id: id,
    name,
    scope,
    record_types: JSON.parse(record_types) as Key['record_types'],
    addresses: JSON.parse(addresses) as string[],
    may: JSON.parse(may) as Key['may'],
    state: ended_at ? 'ended' : expires_at > isoNow() ? 'active' : 'expired',
    created_at,
    expires_at,
    ended_at,
    last_used_at,
    made_by: { _id: made_by, name: maker_name, is_active: maker_status === 'ACTIVE' },
  }
}
