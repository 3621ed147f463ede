import type { z } from 'zod'
import { type OwnersData, ownersData } from '#contract/owner/account.ts'
import type { ListInput } from '#contract/records.ts'
import type { Db } from '../../db/schema.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import { maintenanceItemRecords } from '../maintenance-items/maintenance-items.service.ts'
import { readInbox } from '../notifications/notifications.repository.ts'
import { rvRecords } from '../rvs/rvs.service.ts'
import { asSeenBy, type OwnRow } from './own-records.service.ts'
import { findOwner, toOwner } from './owner-account.repository.ts'

/** All that is held about an owner, deleted records included. Nothing by which anybody could act as the owner. */
export async function readOwnersData(db: Db, id: string): Promise<OwnersData> {
  const owner = await findOwner(db, id)
  const { rvs, checklists, maintenance } = ownersData.shape
  const devices = await db
    .selectFrom('devices')
    .select(['platform', 'created_at as registered_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  const sessions = await db
    .selectFrom('app_sessions')
    .select(['created_at as at', 'used_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
  const sign_ins = await db.selectFrom('app_sign_ins').select('at').where('user_id', '=', id).orderBy('at').execute()
  const changes = await db
    .selectFrom('changes')
    .select(['at', 'message', 'title'])
    .where('user_id', '=', id)
    .orderBy('seq')
    .execute()
  return {
    profile: { ...toOwner(owner), created_at: owner.created_at, updated_at: owner.updated_at },
    rvs: await recordsOfOwner(db, { records: rvRecords, shape: rvs.element }, id),
    checklists: await recordsOfOwner(db, { records: checklistRecords, shape: checklists.element }, id),
    maintenance: await recordsOfOwner(db, { records: maintenanceItemRecords, shape: maintenance.element }, id),
    notifications: await readInbox(db, id),
    devices,
    sessions,
    sign_ins,
    changes,
  }
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
  }
  return found
}
