import type { RecordType } from '#contract/kinds.ts'
import type { ListPreferences, PreferenceFields } from '#contract/views.ts'
import type { Actor } from '../../actor.ts'
import { newId } from '../../clock.ts'
import type { Db, Tables } from '../../db/schema.ts'

type Row = Tables['list_preferences']

const toPreferences = ({ columns, per_page, last, default_view }: Row): ListPreferences => ({
  ...(columns !== null && { columns: JSON.parse(columns) }),
  ...(per_page !== null && { per_page }),
  ...(last !== null && { last: JSON.parse(last) }),
  default_view,
})

/** How an administrator has arranged each list. */
export async function readPreferences(db: Db, { _id }: Actor) {
  const rows = await db.selectFrom('list_preferences').selectAll().where('admin_id', '=', _id).orderBy('list').execute()
  const lists: Partial<Record<RecordType, ListPreferences>> = {}
  for (const row of rows) lists[row.list] = toPreferences(row)
  return lists
}

/** Stores the given parts of an administrator's arrangement of a list; null removes a part. Returns all its parts. */
export async function setPreferences(db: Db, { list, columns, per_page, last }: PreferenceFields, actor: Actor) {
  const parts = {
    ...(columns !== undefined && { columns: columns && JSON.stringify(columns) }),
    ...(per_page !== undefined && { per_page }),
    ...(last !== undefined && { last: last && JSON.stringify(last) }),
  }
  return toPreferences(await keep(db, list, parts, actor))
}

/** Sets the view that a list opens with for an administrator, or none. */
export const setDefaultView = (db: Db, list: RecordType, default_view: string | null, actor: Actor) =>
  keep(db, list, { default_view }, actor)

// One statement, so that parts set at the same time are all kept.
const keep = (db: Db, list: RecordType, parts: Partial<Row>, { _id }: Actor) =>
  db
    .insertInto('list_preferences')
    .values({
      columns: null,
      per_page: null,
      last: null,
      default_view: null,
      ...parts,
      id: newId(),
      admin_id: _id,
      list,
    })
    .onConflict((conflict) => conflict.columns(['admin_id', 'list']).doUpdateSet({ list, ...parts }))
    .returningAll()
    .executeTakeFirstOrThrow()
