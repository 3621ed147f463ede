import type { Purpose } from '#contract/message-fields.ts'
import { goesAt, type SendAt } from '#contract/send-at.ts'
import { isoNow } from '../../clock.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { holdBack } from './consent.ts'
import type { Moves } from './counts.service.ts'
import { knownZone } from './known-zone.ts'
import { holdUntilMorning } from './night.ts'
import { limitFor } from './owners-sql.ts'
import { isReminder, itemsDue } from './reminder-text.ts'

/** A recipient whose phones are told now. */
export type Claimed = {
  seq: number
  user_id: string
  attempts: number
  reason: string | null
  is_suspect: number
  tokens: string[]
}

type About = {
  id: string
  purpose: Purpose
  when: SendAt
  weeklyLimit: number
  rings: boolean
  description: string
}
type Next = { after: number; most: number; look: number }
type Row = Omit<Claimed, 'tokens'>

/**
 * Looks at the next waiting recipients, and marks up to `most` of them as `sending`; those who are told nothing, or not
 * now, are recorded as such. Returns how the message's counts change, after whom to continue, and whether nobody is
 * left. Call it in a transaction.
 */
export async function claim(db: Db, about: About, { after, most, look }: Next) {
  const { id, purpose, rings } = about
  const rows = await readQuery<Row>(
    db,
    `select seq, user_id, attempts, reason, is_suspect from notification_recipients
     where notification_id = ? and state = 'waiting' and seq > ? order by seq limit ?`,
    [id, after, look],
  )
  const held = purpose === 'news' ? await holdBack(db, rows.map(seqOf)) : new Set<number>()
  const settled = isReminder(about) ? await holdSettled(db, about, rows) : new Set<number>()
  const agreed = rows.filter((row) => !held.has(seqOf(row)) && !settled.has(seqOf(row)))
  const limited = await holdLimited(db, about, agreed)
  const left = agreed.filter((row) => !limited.has(seqOf(row)))
  const devices = await devicesOf(db, left)
  const mornings = rings ? morningsOf(about, left, devices) : new Map<number, string>()
  await holdUntilMorning(db, id, mornings)
  const taken = left.filter((row) => !mornings.has(seqOf(row))).slice(0, most)
  const claimed = await markSending(db, taken)
  const moves: Moves = {
    waiting: -(held.size + settled.size + limited.size + mornings.size + claimed.length),
    sending: claimed.length,
  }
  if (held.size) moves.no_consent = held.size
  if (settled.size) moves.settled = settled.size
  if (limited.size) moves.weekly_limit = limited.size
  if (mornings.size) moves.night = mornings.size
  return {
    claimed: claimed.map(
      (row): Claimed => ({
        ...row,
        seq: seqOf(row),
        tokens: (devices.get(row.user_id) ?? []).map(({ token }) => token),
      }),
    ),
    moves,
    after: taken.length ? seqOf(taken.at(-1) as Row) : rows.length ? seqOf(rows.at(-1) as Row) : after,
    isEnd: rows.length === 0,
  }
}

const seqOf = ({ seq }: Pick<Row, 'seq'>) => Number(seq)

async function markSending(db: Db, rows: Row[]) {
  if (!rows.length) return []
  const marked = await writeQuery<Row>(
    db,
    `update notification_recipients set state = 'sending', attempts = attempts + 1, updated_at = ?
     where seq in (${rows.map(() => '?').join()}) and state = 'waiting'
     returning seq, user_id, attempts, reason, is_suspect`,
    [isoNow(), ...rows.map(seqOf)],
  )
  return marked.toSorted((one, other) => seqOf(one) - seqOf(other))
}

/** Those of these few who have reached the limit since, or are being told again after others. */
async function holdLimited(db: Db, { id, purpose, weeklyLimit }: About, rows: Row[]) {
  if (!rows.length) return new Set<number>()
  const limit = (await limitFor(db, purpose, weeklyLimit, id)).each('notification_recipients.user_id')
  const held = await writeQuery<{ seq: number }>(
    db,
    `update notification_recipients set state = 'weekly_limit', reason = null, updated_at = ?
     where seq in (${rows.map(() => '?').join()}) and ${limit.sql} returning seq`,
    [isoNow(), ...rows.map(seqOf), ...limit.values],
  )
  return new Set(held.map(seqOf))
}

/** Those of these few for whom everything in a reminder is settled: if they have not read it, they find it nowhere. */
async function holdSettled(db: Db, { id, description }: About, rows: Row[]) {
  const owners = rows.map(({ user_id }) => user_id)
  const due = await itemsDue(db, owners, [{ description, notification_id: id }], { stillDue: true })
  const seqs = rows.filter(({ user_id }) => !due.has(`${id} ${user_id}`)).map(seqOf)
  if (!seqs.length) return new Set<number>()
  const held = await writeQuery<{ seq: number }>(
    db,
    `update notification_recipients set state = 'settled', reason = null, updated_at = ?,
       removed_at = case when read_at is null then coalesce(removed_at, ?) else removed_at end
     where seq in (${seqs.map(() => '?').join()}) and state = 'waiting' returning seq`,
    [isoNow(), isoNow(), ...seqs],
  )
  return new Set(held.map(seqOf))
}

type Device = { user_id: string; token: string; time_zone: string | null }

/** These owners' phones, newest first. */
async function devicesOf(db: Db, rows: Row[]) {
  const users = rows.map(({ user_id }) => user_id)
  if (!users.length) return new Map<string, Device[]>()
  const found = await db
    .selectFrom('devices')
    .select(['user_id', 'token', 'time_zone'])
    .where('user_id', 'in', users)
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .execute()
  return Map.groupBy(found, ({ user_id }) => user_id)
}

/**
 * When to tell the phones of those who are in their night, or for whom it is too early again after a clock was put
 * back; without a phone, there is nobody to wake.
 */
function morningsOf({ purpose, when }: About, rows: Row[], devices: Map<string, Device[]>) {
  const now = isoNow()
  const byZone = new Map<string | null, string>()
  const mornings = new Map<number, string>()
  for (const row of rows) {
    const own = devices.get(row.user_id)
    if (!own?.length) continue
    const zone = knownZone(own.find(({ time_zone }) => time_zone !== null)?.time_zone)
    const at = byZone.get(zone) ?? goesAt({ ...when, purpose }, zone, now)
    byZone.set(zone, at)
    if (at > now) mornings.set(seqOf(row), at)
  }
  return mornings
}
