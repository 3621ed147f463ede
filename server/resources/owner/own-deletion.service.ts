import { endAppSessions } from '../../auth/app-sessions.ts'
import type { Browser } from '../../auth/known-browsers.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { forgetPlaces } from '../../auth/rate-limit.ts'
import { useToken } from '../../auth/social-tokens.ts'
import { DAY, isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { type DueAct, schedule } from '../../due/due.ts'
import { AppError, refused } from '../../errors.ts'
import { identityRejected } from '../../integrations/identity/identity.ts'
import type { Mailer } from '../../integrations/mail/mailer.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { Bus } from '../../live/bus.ts'
import { type Changes, entryId } from '../../records/activity.ts'
import { changeRecord, setDeleted } from '../../records/change.ts'
import { type AnyChange, openChange, type Write } from '../../records/open-change.ts'
import { refuseSameOfOwner } from '../../records/rules/of-owner.ts'
import { ERASE_OWNER } from './keep-owner.ts'
import { findOwner, type OwnerRow } from './owner-account.repository.ts'
import { refuseWrongPassword } from './owner-account.service.ts'

export const DELETION_MAIL = 'mail-owner-deletion'
const DAYS_TO_TAKE_BACK = 7
type DeletionRequest = { user_id: string; erased_at: string }

type Presence = { password?: string | undefined; id_token?: string | undefined; nonce?: string | undefined }

/**
 * Ends all sessions of an owner, who is erased after a week unless they sign in before. Returns when. Throws 422 for a wrong
 * password or a token that is not theirs, and 429.
 */
export async function askForDeletion(deps: Deps, id: string, presence: Presence, caller: Browser, write: Write) {
  const owner = await findOwner(deps.db, id)
  const check = await checkPresence(deps, owner, presence, caller)
  return write(async (db, change) => {
    await check(db)
    const erased_at = isoNow(DAYS_TO_TAKE_BACK * DAY)
    await schedule(db, ERASE_OWNER, id, erased_at)
    await changeRecord(db, 'users', id, {}, change, { touched: true })
    await endAppSessions(db, [id])
    await enqueue(db, DELETION_MAIL, { user_id: id, erased_at } satisfies DeletionRequest)
    return erased_at
  })
}

/** Checks what can be checked before the transaction; returns what is left for it. */
async function checkPresence(
  { db, log, identities }: Deps,
  owner: OwnerRow,
  { password, id_token, nonce }: Presence,
  caller: Browser,
) {
  if (owner.type === 'SIMPLE') {
    if (password === undefined) throw refused('password', 'Please enter your password.', 'required')
    await refuseWrongPassword({ db, log }, owner, password, caller)
    return async () => {}
  }
  if (id_token === undefined) throw refused('id_token', 'Please sign in with your social account again.', 'required')
  const identity = await identities[owner.type]?.(id_token)
  if (!identity || identity.subject !== owner.social_id) throw identityRejected()
  return async (db: Db) => {
    if (!(await useToken(db, identity, nonce))) throw identityRejected()
  }
}

/** The job of askForDeletion: tells the owner until when it can be taken back. */
export async function mailDeletion(db: Db, mail: Mailer, { user_id, erased_at }: DeletionRequest) {
  const { email } = await findOwner(db, user_id)
  await mail({
    to: email,
    subject: 'Your account will be deleted',
    text: [
      'Hello,',
      `your account in the RV owner app will be deleted on ${erased_at.slice(0, 10)}.`,
      'To keep it, sign in before that day. If you did not ask for it, sign in and change your password.',
    ].join('\n\n'),
  })
}

const ERASED = 'Erased'

/**
 * What is done when the week of askForDeletion is over. Nothing is left of the owner but rows without anything personal, to
 * which counts and other records refer, in the history neither. What is about a thing stays as it is: an RV of the factory
 * is without an owner again.
 */
export async function eraseOwner(db: Db, { about: id }: DueAct, bus: Pick<Bus, 'publish'>) {
  const owner = await db.selectFrom('users').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
  if (!owner) return
  for (const key of [codeKeys.ownerReset, codeKeys.ownerConfirmation]) await dropCode(db, key(textKey(owner.email)))
  await forgetPlaces(db, { action: 'app-guess', account: owner.email })
  await endAppSessions(db, [id])
  await db.deleteFrom('devices').where('user_id', '=', id).execute()
  const change = openChange({
    actor: { kind: 'system', reason: 'The owner asked for it' },
    call: ERASE_OWNER,
    kind: 'other',
    message: 'The account has been erased.',
    isFinal: true,
  })
  const kept = await giveBackRvs(db, id, change)
  await eraseRows(db, id)
  await eraseHistory(db, id, kept)
  await changeRecord(db, 'users', id, {}, change, { touched: true })
  await setDeleted(db, 'rvs', { user_id: id }, true, change)
  for (const table of ['checklists', 'maintenance_items'] as const)
    await setDeleted(db, table, { added_by_id: id }, true, change)
  await db.updateTable('users').set({ erased_at: isoNow() }).where('id', '=', id).execute()
  const record_types = [...change.outcome.written.kinds.keys()]
  afterCommit(db, () => bus.publish({ kind: 'change', change_id: change.id, record_types }))
}

/** Takes the owner from RVs that the factory has described, which do not go with a person. Resolves to their ids. */
async function giveBackRvs(db: Db, id: string, change: AnyChange) {
  const own = await db.selectFrom('rvs').selectAll().where('user_id', '=', id).execute()
  const kept: string[] = []
  for (const rv of own) {
    if (rv.external_id === null && !(await wasWithoutOwner(db, rv.id))) continue
    kept.push(rv.id)
    // The factory has described it once more since.
    if (await isThereWithoutOwner(db, rv)) await setDeleted(db, 'rvs', { id: rv.id }, true, change)
    await changeRecord(db, 'rvs', rv.id, { user_id: null }, change)
  }
  return kept
}

const isThereWithoutOwner = (db: Db, rv: { id: string; vin: string; model_id: string }) =>
  refuseSameOfOwner(db, 'rvs', { ...rv, user_id: null }).then(
    () => false,
    (error: unknown) => {
      if (error instanceof AppError) return true
      throw error
    },
  )

/** Whether the history knows of a time at which this RV had no owner. */
async function wasWithoutOwner(db: Db, id: string) {
  const entries = await db
    .selectFrom('activity')
    .select(['action', 'changes'])
    .where('record_id', '=', id)
    .where('action', 'in', ['add', 'edit'])
    .execute()
  return entries.some(({ action, changes }) => {
    const { user } = JSON.parse(changes) as Changes
    return user?.[action === 'add' ? 1 : 0] === null
  })
}

const named = <Name extends string>(name: Name) =>
  ({ [name]: ERASED, [`${name}_key`]: textKey(ERASED) }) as Record<Name | `${Name}_key`, string>
const NO_NOTE = { note: '', note_key: '' }

async function eraseRows(db: Db, id: string) {
  const email = `${id}@erased.invalid`
  const nobody = { password_hash: null, social_id: null, mail_problem: null, new_email: null, state: '', zip: '' }
  await db
    .updateTable('users')
    .set({
      ...named('name'),
      email,
      email_key: textKey(email),
      ...nobody,
      type: 'SIMPLE',
      status: 0,
      email_confirmed: 0,
    })
    .where('id', '=', id)
    .execute()
  await db.updateTable('rvs').set({ vin: '', serial_no: null, external_id: null }).where('user_id', '=', id).execute()
  await db
    .updateTable('checklists')
    .set({ ...named('name'), ...NO_NOTE })
    .where('added_by_id', '=', id)
    .execute()
  await db
    .updateTable('maintenance_items')
    .set({ ...named('reminder_name'), ...named('item_name'), ...NO_NOTE, done_at: null })
    .where('added_by_id', '=', id)
    .execute()
}

/** Empties what the history says of an owner and their records, and what changes are called after them. */
async function eraseHistory(db: Db, id: string, kept: string[]) {
  const own = `(select id from rvs where user_id = ? union all select id from checklists where added_by_id = ?
    union all select id from maintenance_items where added_by_id = ? union all select id from users where id = ?)`
  const ids = [id, id, id, id]
  await writeQuery(
    db,
    `update activity set changes = '{}', shortened = null where record_id in ${own} returning id`,
    ids,
  )
  await writeQuery(
    db,
    `update changes set title = ?, title_key = ? where (user_id = ? and not exists (
         select 1 from activity where change_id = changes.id and record_id in ${engineOf(db).textsFromJson}))
       or id in (select change_id from activity where record_id in ${own} and id = change_id || ?) returning id`,
    [ERASED, textKey(ERASED), id, JSON.stringify(kept), ...ids, entryId('', 0)],
  )
}
