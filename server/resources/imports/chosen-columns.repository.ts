import { createHash } from 'node:crypto'
import { type ImportMapping, importFields, type RehearsedType } from '#contract/imports.ts'
import type { Actor } from '../../actor.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'

/** How many choices are remembered per administrator. */
const MOST_REMEMBERED = 100

const digestOf = (heads: string[]) => createHash('sha256').update(JSON.stringify(heads)).digest('base64')

/** An administrator's last choice for columns with exactly these headings; undefined if there is none. */
export async function chosenBefore(db: Db, { _id }: Actor, type: RehearsedType, heads: string[]) {
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

/** Remembers an administrator's choice for columns with these headings. */
export async function rememberChosen(
  db: Db,
  { _id }: Actor,
  type: RehearsedType,
  heads: string[],
  chosen: ImportMapping,
) {
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
