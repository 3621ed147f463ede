import { EMAIL_HOURS } from '#contract/account.ts'
import { INVITATION_HOURS } from '#contract/administrators.ts'
import { DAY, HOUR, isoNow, MINUTE } from '../clock.ts'
import type { Purpose } from '../db/account-schema.ts'
import { deleteInSlices } from '../db/in-slices.ts'
import type { Db, Tables } from '../db/schema.ts'

/**
 * The purposes of secrets, and how long each works at most; one with more time left was made while the clock was ahead.
 */
export const LIFETIMES: Record<Purpose, number> = {
  /** A mailed code; see one-time-codes.ts. */
  code: 10 * MINUTE,
  /** A sign-in waiting for a second factor; see tickets.ts. */
  ticket: 5 * MINUTE,
  /** A passkey's challenge, an export waiting for a browser, and the like; see challenges.ts. */
  challenge: 5 * MINUTE,
  /** A used token of a social network, until it expires. */
  used_token: Number.POSITIVE_INFINITY,
  /** A mailed link to undo an intruder's act; see factor-links.ts. */
  link: 72 * HOUR,
  /** An administrator's new address, until it is confirmed. */
  new_address: EMAIL_HOURS * HOUR,
  /** An administrator's open invitation. */
  invitation: INVITATION_HOURS * HOUR,
  /** A code that identifies a phone to an administrator; see device-codes.ts. */
  device: 10 * MINUTE,
}

type Secret = Tables['one_time_secrets']
type Which = { [Column in 'subject' | 'hash' | 'whose' | 'request']?: string | readonly string[] }
type New = Pick<Secret, 'purpose' | 'subject'> & Partial<Secret>

const latestEnd = (purpose: Purpose) =>
  LIFETIMES[purpose] === Number.POSITIVE_INFINITY ? '9999' : isoNow(LIFETIMES[purpose])

const rowOf = (secret: New): Secret => ({
  hash: null,
  whose: null,
  request: null,
  expires_at: latestEnd(secret.purpose),
  tries: 0,
  tries_elsewhere: 0,
  about: '',
  ...secret,
})

/** Stores a secret, replacing any earlier one for the same subject; codes and tokens only as digests. */
export async function keepSecret(db: Db, secret: New) {
  const row = rowOf(secret)
  await db
    .insertInto('one_time_secrets')
    .values(row)
    .onConflict((known) => known.columns(['purpose', 'subject']).doUpdateSet(row))
    .execute()
}

/** Stores a secret unless the subject has one. Returns whether it was stored. */
export async function keepFirst(db: Db, secret: New) {
  const kept = db
    .insertInto('one_time_secrets')
    .values(rowOf(secret))
    .onConflict((known) => known.doNothing())
  return (await kept.returning('subject').executeTakeFirst()) !== undefined
}

type Filtered<Query> = { where(column: keyof Secret, operator: '=' | 'in' | '>' | '<=' | '<', value: unknown): Query }

function chosen<Query extends Filtered<Query>>(query: Query, purpose: Purpose, which: Which) {
  let narrowed = query.where('purpose', '=', purpose)
  for (const [column, value] of Object.entries(which) as [keyof Which, string | string[]][])
    narrowed = Array.isArray(value) ? narrowed.where(column, 'in', value) : narrowed.where(column, '=', value)
  return narrowed
}

const working = <Query extends Filtered<Query>>(query: Query, purpose: Purpose, which: Which) =>
  chosen(query, purpose, which).where('expires_at', '>', isoNow()).where('expires_at', '<=', latestEnd(purpose))

/** A secret that still works. */
export const findSecret = (db: Db, purpose: Purpose, which: Which) =>
  working(db.selectFrom('one_time_secrets').selectAll(), purpose, which).executeTakeFirst()

/** Removes a secret. Resolves to it if it still worked. Call it in the transaction that relies on it. */
export const takeSecret = (db: Db, purpose: Purpose, which: Which) =>
  working(db.deleteFrom('one_time_secrets'), purpose, which).returningAll().executeTakeFirst()

/**
 * Gives an unexpired secret a new digest, as each attempt at a mail does, and resolves to it; also one requested while
 * the clock was ahead, since its mail is still waiting.
 */
export const renewSecret = (db: Db, purpose: Purpose, which: Which, hash: string) =>
  chosen(db.updateTable('one_time_secrets').set({ hash }), purpose, which)
    .where('expires_at', '>', isoNow())
    .returningAll()
    .executeTakeFirst()

/** Counts a try before it is made. Resolves to the secret if it works and has fewer than `most` tries. */
export const countTry = (
  db: Db,
  purpose: Purpose,
  which: Which,
  most: number,
  column: 'tries' | 'tries_elsewhere' = 'tries',
) =>
  working(
    db.updateTable('one_time_secrets').set((secret) => ({ [column]: secret(column, '+', 1) })),
    purpose,
    which,
  )
    .where(column, '<', most)
    .returningAll()
    .executeTakeFirst()

/** Deletes secrets, whether or not they work. Resolves to whether there were any. */
export const dropSecrets = async (db: Db, purpose: Purpose, which: Which) =>
  (await chosen(db.deleteFrom('one_time_secrets'), purpose, which).returning('subject').execute()).length > 0

/** Deletes all secrets of an administrator or owner except codes, which belong to an address. */
export const dropSecretsOf = (db: Db, id: string) => db.deleteFrom('one_time_secrets').where('whose', '=', id).execute()

/** What the subjects of codes for owners' new addresses begin with. */
export const NEW_ADDRESS = 'app-email '
/** As long as kept mails: by these codes an erase finds the addresses that an owner has asked for. */
const NEW_ADDRESS_DAYS = 7

/** Deletes what no longer works. By a slower clock on another server, a used token may be valid for longer. */
export const deleteExpiredSecrets = (db: Db) =>
  deleteInSlices(
    db,
    'one_time_secrets',
    'purpose, subject',
    `expires_at <= ? and (purpose <> 'used_token' or expires_at <= ?) and (subject not like ? or expires_at <= ?)`,
    [isoNow(), isoNow(-HOUR), `${NEW_ADDRESS}%`, isoNow(-NEW_ADDRESS_DAYS * DAY)],
  )
