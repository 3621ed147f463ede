import type { z } from 'zod'
import type { Year, yearFields } from '#contract/years.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addRecord, refuseDuplicate, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findYear } from './years.repository.ts'

type Fields = z.output<typeof yearFields>

/** Adds a year. Throws 422 for a duplicate name. */
export function addYear(db: Db, fields: Fields, change: OpenChange): Promise<Year> {
  return inTransaction(db, async (db) => {
    await refuseDuplicate(db, 'years', fields)
    return findYear(db, await addRecord(db, 'years', fields, change))
  })
}

/** Changes a year. Throws 404, 409 if `version` is outdated, 422 for a duplicate name. */
export function editYear(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  change: OpenChange,
): Promise<Year> {
  return inTransaction(db, async (db) => {
    const current = await findYear(db, id)
    await editRecord(db, 'years', current, { version, values: fields }, change)
    return findYear(db, id)
  })
}

/** Soft-deletes or restores a year; models keep a deleted year. Throws 404, 409, 422 for a duplicate name. */
export function setYearDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, change: OpenChange) {
  return inTransaction(db, async (db) => {
    const current = await findYear(db, id)
    await setRecordDeleted(db, 'years', current, { deleted, version }, change)
  })
}
