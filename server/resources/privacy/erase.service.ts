import type { Kept } from '#contract/owner/owners-data.ts'
import { counted } from '#contract/plural.ts'
import { REQUEST_MONTHS } from '#contract/privacy.ts'
import { endAppSessions } from '../../auth/app-sessions.ts'
import { dropSecretsOf } from '../../auth/one-time.ts'
import { codeKeys, dropCode } from '../../auth/one-time-codes.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { afterCommit } from '../../db/transaction.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { type DueAct, schedule } from '../../jobs/schedule.ts'
import type { Bus } from '../../live/bus.ts'
import { type Changes, entryId } from '../../records/activity.ts'
import { type AnyChange, openChange } from '../../records/open-change.ts'
import { setDeletedWhere } from '../../records/plan/carry-out.ts'
import { planOf } from '../../records/plan/plan.ts'
import { recordFacts, recordTouch } from '../../records/plan/sources/facts.ts'
import type { StoredRow } from '../../records/rows.ts'
import { noteFinished } from '../../webhooks/outbox.ts'
import { registeredOf } from '../campaigns/registered-owners.ts'
import { digestOfAddress, END_ERASE, type EndErase } from './end-erase.ts'
import { personalWords } from './personal-words.ts'
import { closeEraseRequests, ERASE_OWNER, monthsFromNow } from './requests.service.ts'
import { textsThatName } from './texts-that-name.ts'
import { eraseTraces } from './traces.ts'

const ERASED = 'Erased'

/** The act when the week is over: open streams are told. */
export async function eraseWhenDue(db: Db, { about: id }: DueAct, bus: Pick<Bus, 'publish'>) {
  const change = openChange({
    actor: { kind: 'system', reason: 'An erase was due' },
    call: ERASE_OWNER,
    kind: 'other',
    message: 'The account has been erased.',
    isFinal: true,
  })
  if (!(await eraseOwner(db, id, change))) return
  const record_types = [...change.outcome.written.kinds.keys()]
  afterCommit(db, () => bus.publish({ kind: 'change', change_id: change.id, record_types }))
}

/**
 * Erases an owner. All that remains is rows without anything personal, which counts and other records refer to, also in
 * the history. What is about a thing stays as it is: an RV from the factory is without an owner again. Returns whether
 * there was something to erase. Call it in a transaction.
 */
export const eraseOwner = (db: Db, id: string, change: AnyChange) =>
  engineOf(db).withoutRemains(db, () => erase(db, id, change))

async function erase(db: Db, id: string, change: AnyChange) {
  const owner = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'new_email', 'type', 'social_id'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (!owner) return false
  const merged = await db.selectFrom('users').select('id').where('merged_into', '=', id).execute()
  for (const other of merged) await erase(db, other.id, change)
  await schedule(db, ERASE_OWNER, id, null)
  await endAppSessions(db, [id])
  await dropSecretsOf(db, id)
  await db.deleteFrom('devices').where('user_id', '=', id).execute()
  const kept = await giveBackRvs(db, id, change)
  const words = await personalWords(db, owner)
  for (const email of words.emails) {
    for (const key of [codeKeys.ownerReset, codeKeys.ownerConfirmation, codeKeys.ownerAgain])
      await dropCode(db, key(textKey(email)))
    await dropCode(db, codeKeys.ownerNewEmail(id, textKey(email)))
  }
  await eraseRows(db, id)
  await eraseHistory(db, id, kept)
  await recordTouch(db, 'users', id, change)
  await setDeletedWhere(db, 'rvs', { user_id: id }, true, change)
  for (const table of ['checklists', 'maintenance_items'] as const)
    await setDeletedWhere(db, table, { added_by_id: id }, true, change)
  await db.updateTable('users').set({ erased_at: isoNow() }).where('id', '=', id).execute()
  await eraseTraces(db, owner, words)
  await closeEraseRequests(db, id, ERASED, await textsThatName(db, words))
  await noteFinished(db, 'person.erased', 'users', id)
  const mailed = words.emails.map(digestOfAddress)
  await enqueue(db, END_ERASE, { user_id: id, mailed } satisfies EndErase)
  return true
}

/** What erasing this owner leaves, why, and until when. */
export async function keptAfterErase(db: Db, id: string): Promise<Kept[]> {
  const rvs = (await ownRvs(db, id)).filter(({ isOfFactory }) => isOfFactory).length
  const registered = await registeredOf(db, id)
  return [
    {
      what: 'The record that this was done, when and by whom',
      why: 'It proves that the request was answered.',
      until: monthsFromNow(REQUEST_MONTHS),
    },
    {
      what: 'The id of the account',
      why: 'A backup from before that is restored is erased again by it.',
      until: null,
    },
    {
      what: 'The numbers of messages, sign-ins and records',
      why: 'They are counts in which nobody can be recognized.',
      until: null,
    },
    ...(rvs
      ? [
          {
            what: `${counted(rvs, 'RV')} that the factory has described, without an owner`,
            why: 'The VIN and its history are about the RV and not about the person.',
            until: null,
          },
        ]
      : []),
    ...(registered
      ? [
          {
            what: `The registered owner of ${counted(registered.units, 'vehicle')} on lists of campaigns`,
            why: 'The law wants it kept for five years from the day on which the regulator was told.',
            until: registered.until,
          },
        ]
      : []),
    {
      what: 'Texts of others that name this person',
      why: 'Others have written them. They are listed with the request, for you to look at.',
      until: null,
    },
  ]
}

/** An owner's RVs, each with whether the factory described it. */
async function ownRvs(db: Db, id: string) {
  const rows = await db.selectFrom('rvs').selectAll().where('user_id', '=', id).execute()
  const found = []
  for (const rv of rows) found.push({ rv, isOfFactory: rv.external_id !== null || (await wasWithoutOwner(db, rv.id)) })
  return found
}

/** Removes the owner from RVs that the factory described, which are not erased with a person. Resolves to their ids. */
async function giveBackRvs(db: Db, id: string, change: AnyChange) {
  const kept: string[] = []
  for (const { rv, isOfFactory } of await ownRvs(db, id)) {
    if (!isOfFactory) continue
    kept.push(rv.id)
    // The factory has described it again since.
    if (await isThereWithoutOwner(db, rv)) await setDeletedWhere(db, 'rvs', { id: rv.id }, true, change)
    await recordFacts(db, 'rvs', rv.id, { user_id: null }, change)
  }
  return kept
}

async function isThereWithoutOwner(db: Db, row: StoredRow) {
  const { refused } = await planOf(db, 'rvs', [{ row, values: { user_id: null } }])
  return refused.some(({ error }) => error.errors?.['vin'])
}

/** Whether the history knows of a time when this RV had no owner. */
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
/** An owner's consents go with them: the proof is about a person of whom nothing is left. */
const NO_PREFERENCES = {
  news: 0,
  reminders: 0,
  preferences_at: null,
  text_version: '',
  preferences_app: '',
  terms_version: '',
  terms_at: null,
}

async function eraseRows(db: Db, id: string) {
  const email = `${id}@erased.invalid`
  const nobody = {
    password_hash: null,
    must_change_password: 0,
    social_id: null,
    mail_problem: null,
    new_email: null,
    state: '',
    zip: '',
    merged_into: null,
    language: null,
  }
  await db
    .updateTable('users')
    .set({
      ...named('name'),
      email,
      email_key: textKey(email),
      ...nobody,
      ...NO_PREFERENCES,
      type: 'SIMPLE',
      status: 0,
      email_confirmed: 0,
    })
    .where('id', '=', id)
    .execute()
  await db.updateTable('rvs').set({ sold_by: null }).where('sold_by', '=', id).execute()
  await db
    .updateTable('rvs')
    .set({ vin: '', serial_no: null, external_id: null, full_vin: null })
    .where('user_id', '=', id)
    .execute()
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

/** Empties the history of an owner and their records, and the titles of changes named after them. */
async function eraseHistory(db: Db, id: string, kept: string[]) {
  const own = `(select id from rvs where user_id = ? union all select id from checklists where added_by_id = ?
    union all select id from maintenance_items where added_by_id = ? union all select id from users where id = ?)`
  const ids = [id, id, id, id]
  await writeQuery(
    db,
    `update activity set changes = '{}', shortened = null where record_id in ${own} returning id`,
    ids,
  )
  // An undo is named after what it undid, wherever the owner's records are among those; and so is the undo of that.
  await writeQuery(
    db,
    `with recursive named as (
       select id, title from changes where (user_id = ? and not exists (
           select 1 from activity where change_id = changes.id and record_id in ${engineOf(db).textsFromJson}))
         or id in (select change_id from activity where record_id in ${own} and id = change_id || ?)
       union
       select changes.id, changes.title from changes
         inner join named on changes.undoes = named.id where changes.title = named.title)
     update changes set title = ?, title_key = ?, detail = null where id in (select id from named) returning id`,
    [id, JSON.stringify(kept), ...ids, entryId('', 0), ERASED, textKey(ERASED)],
  )
}
