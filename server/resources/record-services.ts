import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../db/schema.ts'
import { restoreRecord, type StoredRow } from '../records/change.ts'
import type { AnyChange } from '../records/open-change.ts'
import { bringBackWithBelow } from './topics/below.service.ts'

type Restore = (db: Db, table: RecordType, row: StoredRow, change: AnyChange) => Promise<unknown>

/**
 * Restores one of many records of every kind, given as it is now, with whatever returns along. Throws 422 before
 * anything is written, as restoreRecord does, and where what returns may not.
 */
export const restores: Record<RecordType, Restore> = {
  rv_types: restoreRecord,
  models: restoreRecord,
  app_images: restoreRecord,
  menu_items: restoreRecord,
  years: restoreRecord,
  users: restoreRecord,
  social_medias: restoreRecord,
  cms_pages: restoreRecord,
  topics: bringBackWithBelow('topics'),
  sub_topics: bringBackWithBelow('sub_topics'),
  manuals: restoreRecord,
  manual_pages: restoreRecord,
  checklists: restoreRecord,
  rvs: restoreRecord,
  maintenance_items: restoreRecord,
  dealers: restoreRecord,
  notifications: restoreRecord,
  admins: restoreRecord,
}
