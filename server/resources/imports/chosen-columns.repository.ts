import { createHash } from 'node:crypto'
import { type ImportMapping, type ImportType, importFields } from '#contract/imports.ts'
import type { Actor } from '../../actor.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'

/** Of one administrator so many are remembered. */
const MOST_REMEMBERED = 100

const digestOf = (heads: string[]) => createHash('sha256').update(JSON.stringify(heads)).digest('base64')

/** What somebody last chose for columns with exactly these heads; undefined where they have not. */
export async function chosenBefore(db: Db, { _id }: Actor, type: ImportType, heads: string[]) {
  const found = await db
    .selectFrom('import_mappings')
    .select('mapping')
    .where('actor_id', '=', _id)
    .where('record_type', '=', type)
    .where('heads', '=', digestOf(heads))
    .executeTakeFirst()
  if (!found) return undefined
  // Another release may have fewer fields.
  const fields = new Set(importFields(type).map(({ field }) => field))
  const mapping = Object.entries(JSON.parse(found.mapping) as ImportMapping)
  return Object.fromEntries(mapping.filter(([, field]) => field === null || fields.has(field)))
}

/** Remembers what somebody has chosen for columns with these heads. */
export async function rememberChosen(db: Db, { _id }: Actor, type: ImportType, heads: string[], chosen: ImportMapping) {
  const row = {
    actor_id: _id,
    record_type: type,
    heads: digestOf(heads),
    mapping: JSON.stringify(chosen),
    used_at: isoNow(),
  }
  await db
    .insertInto('import_mappings')
    .values(row)
    .onConflict((taken) =>
      taken.columns(['actor_id', 'record_type', 'heads']).doUpdateSet({ mapping: row.mapping, used_at: row.used_at }),
    )
    .execute()
  const newest = db
    .selectFrom('import_mappings')
    .select('used_at')
    .where('actor_id', '=', _id)
    .orderBy('used_at', 'desc')
    .limit(1)
    .offset(MOST_REMEMBERED)
  await db.deleteFrom('import_mappings').where('actor_id', '=', _id).where('used_at', '<=', newest).execute()
}
