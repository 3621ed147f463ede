import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../db/schema.ts'
import { bringBack, type StoredRow } from '../records/change.ts'
import type { AnyChange } from '../records/open-change.ts'
import { bringBackWithBelow } from './topics/below.service.ts'

type Restore = (db: Db, table: RecordType, row: StoredRow, change: AnyChange) => Promise<unknown>

/**
 * Restores one of many records of every kind, given as it is now, with whatever returns along. Throws 422 before
 * anything is written, as bringBack does, and where what returns may not.
 */
export const restores: Record<RecordType, Restore> = {
  rv_types: bringBack,
  models: bringBack,
  app_images: bringBack,
  menu_items: bringBack,
  years: bringBack,
  users: bringBack,
  social_medias: bringBack,
  cms_pages: bringBack,
  topics: bringBackWithBelow('topics'),
  sub_topics: bringBackWithBelow('sub_topics'),
  manuals: bringBack,
  manual_pages: bringBack,
  checklists: bringBack,
  rvs: bringBack,
  maintenance_items: bringBack,
  dealers: bringBack,
  notifications: bringBack,
  admins: bringBack,
}
