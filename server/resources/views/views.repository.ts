import type { RecordType } from '#contract/kinds.ts'
import type { View } from '#contract/views.ts'
import type { Actor } from '../../actor.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'

type Row = Omit<Tables['views'], 'name_key'> & {
  owner_name: string
  default_view: string | null
}

/** The views that an administrator sees: their own and shared ones. */
const selectViews = (db: Db, { _id }: Actor) =>
  db
    .selectFrom('views')
    .innerJoin('admins', 'admins.id', 'views.admin_id')
    .leftJoin('list_preferences', (join) =>
      join.onRef('list_preferences.default_view', '=', 'views.id').on('list_preferences.admin_id', '=', _id),
    )
    .select([
      'views.id',
      'views.admin_id',
      'views.list',
      'views.name',
      'views.is_shared',
      'views.state',
      'views.version',
      'views.created_at',
      'views.updated_at',
      'admins.name as owner_name',
      'list_preferences.default_view',
    ])
    .where(({ or, eb }) => or([eb('views.admin_id', '=', _id), eb('views.is_shared', '=', 1)]))

const toView = ({ id, admin_id, owner_name, is_shared, state, default_view, ...row }: Row, { _id }: Actor): View => ({
  ...row,
  _id: id,
  is_shared: is_shared === 1,
  is_default: default_view !== null,
  state: JSON.parse(state),
  is_mine: admin_id === _id,
  owner: { _id: admin_id, name: owner_name },
})

/** The views of a list that an administrator sees, by name. */
export async function listViews(db: Db, list: RecordType, actor: Actor) {
  const rows = await selectViews(db, actor)
    .where('views.list', '=', list)
    .orderBy('views.name_key')
    .orderBy('views.id')
    .execute()
  return rows.map((row) => toView(row, actor))
}

/** The view with this id. Throws 404 if there is none, or if it is someone else's and not shared. */
export async function findView(db: Db, id: string, actor: Actor) {
  const row = await selectViews(db, actor).where('views.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This view')
  return toView(row, actor)
}
