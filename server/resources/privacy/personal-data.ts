import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { type OwnersData, ownersData } from '#contract/owner/owners-data.ts'
import type { ListInput } from '#contract/records.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import type { Changes } from '../../records/activity.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import { maintenanceItemRecords } from '../maintenance-items/maintenance-items.service.ts'
import { type InboxOn, readAllMessages } from '../notifications/inbox.repository.ts'
import { asSeenBy, type OwnRow } from '../owner/own-records.service.ts'
import { findOwner, toOwner } from '../owner/owner-account.repository.ts'
import { rvRecords } from '../rvs/rvs.service.ts'

/** Owners are not told colleagues' names. */
const OFFICE = 'the office'
/** The kinds of records that say something about an owner. */
const READ_PEOPLE = ['users', 'rvs', 'checklists', 'maintenance_items']

/**
 * All data held about an owner, including deleted records, but no credentials. Throws 401 if there is no such owner.
 */
export async function readOwnersData(on: InboxOn, id: string): Promise<OwnersData> {
  const { db } = on
  const owner = await findOwner(db, id)
  const { rvs, checklists, maintenance } = ownersData.shape
  const { new_email, social_id, created_at, updated_at } = owner
  const row = await db
    .selectFrom('users')
    .select(['mail_problem', 'status', 'news', 'reminders', 'text_version', 'preferences_at', 'preferences_app'])
    .select(['terms_version', 'terms_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const ofOwner = { owner: id, email: owner.email }
  return {
    profile: {
      ...toOwner(owner),
      created_at,
      updated_at,
      new_email,
      social_id,
      mail_problem: row.mail_problem,
      is_active: row.status === 1,
    },
    preferences: {
      news: row.news === 1,
      reminders: row.reminders === 1,
      text_version: row.text_version,
      changed_at: row.preferences_at,
      app: row.preferences_app,
      terms_version: row.terms_version,
      terms_at: row.terms_at,
    },
    rvs: [
      ...(await recordsOfOwner(db, { records: rvRecords, shape: rvs.element }, id)),
      ...(await soldRvs(db, rvs.element, id)),
    ],
    checklists: await recordsOfOwner(db, { records: checklistRecords, shape: checklists.element }, id),
    maintenance: await recordsOfOwner(db, { records: maintenanceItemRecords, shape: maintenance.element }, id),
    notifications: await readAllMessages(on, id),
    ...(await readSignInData(db, ofOwner)),
    ...(await readChanges(db, id)),
    requests: await db
      .selectFrom('privacy_requests')
      .select(['kind', 'received_on', 'due_on', 'outcome'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
    programs: await readPrograms(db),
  }
}

/** Devices, sessions and sign-ins, and failed attempts. */
async function readSignInData(db: Db, { owner, email }: { owner: string; email: string }) {
  const devices = await db
    .selectFrom('devices')
    .select(['platform', 'time_zone', 'language', 'created_at as registered_at'])
    .where('user_id', '=', owner)
    .orderBy('created_at')
    .execute()
  const sessions = await db
    .selectFrom('app_sessions')
    .select(['created_at as at', 'used_at'])
    .where('user_id', '=', owner)
    .orderBy('created_at')
    .execute()
  const sign_ins = await db.selectFrom('app_sign_ins').select('at').where('user_id', '=', owner).orderBy('at').execute()
  const key = `app-guess:account:${textKey(email)}`
  const failed_sign_ins = await db
    .selectFrom('tries')
    .select(['count', 'window_ends_at as until'])
    .where((tries) =>
      // `!` sorts right after the space that follows the account.
      tries.or([tries('key', '=', key), tries.and([tries('key', '>', `${key} `), tries('key', '<', `${key}!`)])]),
    )
    .where('window_ends_at', '>', isoNow())
    .where('count', '>', 0)
    .execute()
  return { devices, sessions, sign_ins, failed_sign_ins }
}

/** The owner's changes, and others' changes to them and their records. */
async function readChanges(db: Db, id: string) {
  const changes = await db
    .selectFrom('changes')
    .select(['at', 'message', 'title'])
    .where('user_id', '=', id)
    .orderBy('seq')
    .execute()
  const rvsOfOwner = await changesOfRvs(db, id)
  const own = `(select id from users where id = ? union all select id from checklists where added_by_id = ?
    union all select id from maintenance_items where added_by_id = ?)`
  const others = await readQuery<{ at: string; message: string; title: string; admin_id: string | null }>(
    db,
    `select at, message, title, admin_id from changes where (user_id is null or user_id <> ?)
       and (id in (select change_id from activity where record_id in ${own}) or id in ${engineOf(db).textsFromJson})
     order by seq`,
    [id, id, id, id, JSON.stringify(rvsOfOwner)],
  )
  return {
    changes,
    changes_by_others: others.map(({ admin_id, ...change }) => ({
      ...change,
      by: admin_id === null ? 'the product' : OFFICE,
    })),
  }
}

/** The changes of an owner's RVs since each became theirs: earlier ones are about the former owner. */
async function changesOfRvs(db: Db, id: string) {
  const entries = await readQuery<{ record_id: string; change_id: string; changes: string }>(
    db,
    `select activity.record_id, activity.change_id, activity.changes from rvs
       inner join activity on activity.record_id = rvs.id inner join changes on changes.id = activity.change_id
     where rvs.user_id = ? order by changes.seq, activity.id`,
    [id],
  )
  return [...Map.groupBy(entries, ({ record_id }) => record_id).values()].flatMap((all) => {
    const got = all.findLastIndex(({ changes }) => (JSON.parse(changes) as Changes)['user']?.[1] === id)
    return all.slice(Math.max(0, got)).map(({ change_id }) => change_id)
  })
}

/** The RVs that an owner sold, as long as nobody else owns them. */
async function soldRvs<Seen extends z.ZodObject>(db: Db, shape: Seen, id: string) {
  const sold = await db
    .selectFrom('rvs')
    .select('id')
    .where('sold_by', '=', id)
    .where('user_id', 'is', null)
    .orderBy('id')
    .execute()
  const found: ReturnType<Seen['parse']>[] = []
  for (const rv of sold) found.push(asSeenBy(shape, await rvRecords.find(db, rv.id), id))
  return found
}

/** The active keys and receivers that could read owners' data. */
async function readPrograms(db: Db): Promise<OwnersData['programs']> {
  const keys = await db
    .selectFrom('program_keys')
    .innerJoin('admins', 'admins.id', 'program_keys.id')
    .select(['admins.name', 'record_types', 'program_keys.created_at', 'expires_at', 'ended_at'])
    .orderBy('program_keys.id')
    .execute()
  const webhooks = await db
    .selectFrom('webhooks')
    .select(['url', 'record_types', 'created_at', 'ended_at'])
    .orderBy('id')
    .execute()
  const reads = ({ record_types }: { record_types: string }) =>
    (JSON.parse(record_types) as string[]).some((type) => READ_PEOPLE.includes(type))
  return [
    ...keys.filter(reads).map(({ name, created_at, expires_at, ended_at }) => ({
      kind: 'key' as const,
      name,
      since: created_at,
      until: ended_at ?? expires_at,
    })),
    ...webhooks.filter(reads).map(({ url, created_at, ended_at }) => ({
      kind: 'webhook' as const,
      name: new URL(url).host,
      since: created_at,
      until: ended_at,
    })),
  ]
}

type Owned<Seen> = {
  records: { page: (db: Db, input: ListInput) => Promise<{ data: OwnRow[]; total: number }> }
  shape: Seen
}
const AT_ONCE = 100

async function recordsOfOwner<Seen extends z.ZodObject>(db: Db, { records, shape }: Owned<Seen>, id: string) {
  const found: ReturnType<Seen['parse']>[] = []
  const filters = { user_id: { op: 'eq', value: id } }
  for (let page = 1, total = 1; found.length < total; page++) {
    const read = await records.page(db, { page, per_page: AT_ONCE, filters })
    if (!read.data.length) break
    total = read.total
    found.push(...read.data.map((row) => asSeenBy(shape, row, id)))
    // With very many, others get their turn in between.
    await setImmediate()
  }
  return found
}
