import type { z } from 'zod'
import type { Year, yearFields } from '#contract/years.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addRecord, changeRecord, refuseDuplicate, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { findYear } from './years.repository.ts'

type Fields = z.output<typeof yearFields>

const THING = 'Year'
const toColumns = ({ name }: Fields) => ({ name, name_key: textKey(name) })

/** Adds a year. Throws 422 for a duplicate name. */
export function addYear(db: Db, fields: Fields, actor: Actor): Promise<Year> {
  return inTransaction(db, async (db) => {
    const columns = toColumns(fields)
    await refuseDuplicate(db, 'years', { name_key: columns.name_key }, THING)
    return findYear(db, await addRecord(db, 'years', columns, actor))
  })
}

/** Changes a year. Throws 404, 409 if `version` is outdated, 422 for a duplicate name. */
export function editYear(db: Db, id: string, version: number | undefined, fields: Fields, actor: Actor): Promise<Year> {
  return inTransaction(db, async (db) => {
    const current = await findYear(db, id)
    await refuseStale(db, current, version)
    const columns = toColumns(fields)
    if (!current.is_deleted) await refuseDuplicate(db, 'years', { name_key: columns.name_key }, THING, { except: id })
    await changeRecord(db, 'years', id, columns, actor)
    return findYear(db, id)
  })
}

/** Soft-deletes or restores a year; models keep a deleted year. Throws 404, 409, 422 for a duplicate name. */
export function setYearDeleted(db: Db, id: string, version: number | undefined, deleted: boolean, actor: Actor) {
  return inTransaction(db, async (db) => {
    const current = await findYear(db, id)
    const unique = { name_key: textKey(current.name) }
    await setRecordDeleted(db, 'years', current, { deleted, version, unique, thing: THING }, actor)
  })
}
