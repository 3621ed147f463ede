import type { BulkAction as Action, RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'

/** What a row needs to be selected. */
export type SelectableRow = { _id: string; is_deleted?: boolean; status?: unknown }

/** What a list filters by: its filters, and what its screen narrows it to. */
export type Matching = Omit<ListInput, 'page' | 'per_page' | 'sort'>

/** The part of a list's input that says which rows it is about. */
export function matchingOf({ page: _page, per_page: _perPage, sort: _sort, ...matching }: ListInput): Matching {
  return Object.fromEntries(Object.entries(matching).filter(([, value]) => value !== undefined))
}

/** What can be done to many rows at once. */
export type BulkAction = {
  action: Action
  label: string
  /** As in 'Are you sure you want to remove these 12 models?' */
  verb: string
  danger: boolean
  /** What follows from it, for one row and for several. */
  consequence?: readonly [one: string, many: string]
  /** Whether it changes anything about this row. */
  fits: (row: SelectableRow) => boolean
  /** The filters of the list, narrowed to the rows that fit; undefined when they leave none. */
  narrow: (matching: Matching) => Matching | undefined
}

/** What follows for users who are deactivated: for one, and for several. */
export const DEACTIVATED = [
  'The user is signed out of the app and cannot sign in again until activated.',
  'The users are signed out of the app and cannot sign in again until activated.',
] as const

const deleting = (deleted: boolean) => ({
  fits: (row: SelectableRow) => row.is_deleted !== deleted,
  narrow: (matching: Matching) => (matching.is_deleted === deleted ? undefined : { ...matching, is_deleted: !deleted }),
})

const switching = (active: boolean) => ({
  fits: ({ status }: SelectableRow) => status !== active,
  narrow: ({ filters, ...matching }: Matching) =>
    filters?.status?.value === String(active)
      ? undefined
      : { ...matching, filters: { ...filters, status: { op: 'eq', value: String(!active) } } },
})

const actions: { [Name in Action]: Omit<BulkAction, 'action'> } = {
  delete: { label: 'Delete', verb: 'remove', danger: true, ...deleting(true) },
  restore: { label: 'Restore', verb: 'restore', danger: false, ...deleting(false) },
  activate: { label: 'Activate', verb: 'activate', danger: false, ...switching(true) },
  deactivate: {
    label: 'Deactivate',
    verb: 'deactivate',
    danger: true,
    consequence: DEACTIVATED,
    ...switching(false),
  },
  set: { label: 'Set field…', verb: 'set a field of', danger: false, fits: () => true, narrow: (matching) => matching },
}

/** What a list offers for its selected rows. */
export function bulkActionsOf(type: RecordType): BulkAction[] {
  const { bulk, set }: RecordKind = kinds[type]
  const all: Action[] = [...(set ? ['set' as const] : []), ...bulk]
  return all.map((action) => ({ action, ...actions[action] }))
}
