import type { OpenChange } from './open-change.ts'

/** The columns that say who added a record: the administrator or owner making the change. */
export const addedBy = ({ actor }: OpenChange) => ({
  added_by_kind: actor.kind === 'user' ? ('user' as const) : ('admin' as const),
  added_by_id: actor._id,
})
