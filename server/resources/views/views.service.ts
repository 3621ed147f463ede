import type { RecordType } from '#contract/kinds.ts'
import { MOST_VIEWS, type View, type ViewFields } from '#contract/views.ts'
import type { Actor } from '../../actor.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { forbidden, notFound, refused } from '../../errors.ts'
import { refuseStale } from '../../records/stale.ts'
import { setDefaultView } from './preferences.repository.ts'
import { findView } from './views.repository.ts'

const NOT_OWNER = 'Only the person who made this view can change it.'

/** Adds a view. Throws 422 for a duplicate name, and for too many views. */
export function addView(db: Db, fields: ViewFields, actor: Actor): Promise<View> {
  return inTransaction(db, async (db) => {
    const { list, name = '', is_shared = false, is_default, state = {} } = fields
    await refuseTooMany(db, list, actor)
    await refuseTwin(db, { list, name, is_shared }, actor)
    const id = newId()
    const now = isoNow()
    const named = { name, name_key: textKey(name), is_shared: is_shared ? 1 : 0, state: JSON.stringify(state) }
    await db
      .insertInto('views')
      .values({ ...named, id, admin_id: actor._id, list, version: 1, created_at: now, updated_at: now })
      .execute()
    if (is_default) await setDefaultView(db, list, id, actor)
    return findView(db, id, actor)
  })
}

/**
 * Changes a view, or only whether it is the caller's default, which does not change the view itself. Throws 404, 403
 * for what only the owner changes, 409 if `version` is outdated, 422 for a duplicate name.
 */
export function editView(db: Db, id: string, fields: ViewFields, actor: Actor): Promise<View> {
  const { list, version, is_default, name, is_shared, state } = fields
  return inTransaction(db, async (db) => {
    const current = await findView(db, id, actor)
    if (current.list !== list) throw notFound('This view')
    if (name !== undefined || is_shared !== undefined || state !== undefined) {
      if (!current.is_mine) throw forbidden(NOT_OWNER)
      await refuseStale(db, current, version)
      await changeView(db, current, { name, is_shared, state }, actor)
    }
    if (is_default === true) await setDefaultView(db, list, id, actor)
    if (is_default === false && current.is_default) await setDefaultView(db, list, null, actor)
    return findView(db, id, actor)
  })
}

async function changeView(
  db: Db,
  current: View,
  { name = current.name, is_shared = current.is_shared, state = current.state }: Omit<ViewFields, 'list'>,
  actor: Actor,
) {
  await refuseTwin(db, { list: current.list, name, is_shared }, actor, current._id)
  const named = { name, name_key: textKey(name), is_shared: is_shared ? 1 : 0, state: JSON.stringify(state) }
  await db
    .updateTable('views')
    .set({ ...named, version: current.version + 1, updated_at: isoNow() })
    .where('id', '=', current._id)
    .execute()
  if (is_shared) return
  // Nobody else sees it any longer.
  await db
    .updateTable('list_preferences')
    .set({ default_view: null })
    .where('default_view', '=', current._id)
    .where('admin_id', '<>', actor._id)
    .execute()
}

/**
 * Deletes a view for good; those who had it as their default then have none. Throws 404, and 403 for someone else's.
 */
export function deleteView(db: Db, id: string, actor: Actor) {
  return inTransaction(db, async (db) => {
    const { is_mine } = await findView(db, id, actor)
    if (!is_mine) throw forbidden(NOT_OWNER)
    await db.deleteFrom('views').where('id', '=', id).execute()
  })
}

type Named = Pick<View, 'list' | 'name' | 'is_shared'>

// Two administrators may each have a view of the same name, but not two that all see.
async function refuseTwin(db: Db, { list, name, is_shared }: Named, { _id }: Actor, except = '') {
  const twin = await db
    .selectFrom('views')
    .select('id')
    .where('list', '=', list)
    .where('name_key', '=', textKey(name))
    .where(({ or, eb }) => or([eb('admin_id', '=', _id), ...(is_shared ? [eb('is_shared', '=', 1)] : [])]))
    .where('id', '<>', except)
    .executeTakeFirst()
  if (twin) throw refused('name', 'View already exists.', 'taken')
}

async function refuseTooMany(db: Db, list: RecordType, { _id }: Actor) {
  const { total } = await db
    .selectFrom('views')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('admin_id', '=', _id)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  if (Number(total) >= MOST_VIEWS)
    throw refused('name', `You have ${MOST_VIEWS} views of this list. Please delete one first.`, 'not_allowed')
}
