import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, nameText, searchText } from './fields.ts'
import { recordTypes } from './kinds.ts'
import { answered, said, seenVersion, sortTerm } from './records.ts'

/** The most views of one list that an administrator can have. */
export const MOST_VIEWS = 100
/** The most characters of a list's state as JSON. */
export const STATE_CHARACTERS = 16_000
export const VIEW_NAME_CHARACTERS = 60

const list = z.enum(recordTypes, 'Unknown list.')
const perPage = z.int().min(1).max(100)

/** A column as an administrator arranged it: its place is that in the array, its width in pixels. */
export const columnSetting = z.object({
  field: searchText(60),
  hidden: z.boolean().optional(),
  width: z.int().min(40).max(2000).optional(),
})
export type ColumnSetting = z.output<typeof columnSetting>

const columns = z.array(columnSetting).max(60)

const filterState = z.object({
  op: searchText(30).optional(),
  value: z.union([searchText(250), z.array(searchText(250)).max(100)]).optional(),
  value_to: searchText(250).optional(),
})

/** What a list shows and how. It is stored as sent: opening it ignores fields and operators that the list lacks. */
export const listState = z
  .object({
    filters: z
      .record(searchText(60), filterState)
      .refine((filters) => Object.keys(filters).length <= 40, 'Please use at most 40 filters.')
      .optional(),
    sort: z.array(sortTerm).max(5).optional(),
    columns: columns.optional(),
    per_page: perPage.optional(),
  })
  .refine((state) => JSON.stringify(state).length <= STATE_CHARACTERS, 'This is too much to keep for one list.')
export type ListState = z.output<typeof listState>

/** A named state of a list. Only its owner can change it; anyone who sees it can make it their default. */
export const view = z.object({
  _id: z.string(),
  list: z.enum(recordTypes),
  name: z.string(),
  /** Whether all administrators see it. */
  is_shared: z.boolean(),
  /** Whether it is the caller's default for the list. */
  is_default: z.boolean(),
  state: listState,
  is_mine: z.boolean(),
  owner: z.object({ _id: z.string(), name: z.string() }),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type View = z.output<typeof view>

const NAME_EMPTY = 'Name cannot be empty.'

/**
 * A new view, or with `view_id` changes to one: parts that are left out stay. `is_default` is the caller's own choice,
 * and the only part of a shared view that others may send.
 */
export const viewFields = z
  .object({
    view_id: id.optional(),
    list,
    name: nameText(VIEW_NAME_CHARACTERS, NAME_EMPTY).optional(),
    is_shared: flag.optional(),
    is_default: flag.optional(),
    state: listState.optional(),
    ...seenVersion,
  })
  .superRefine(({ view_id, name, state }, ctx) => {
    if (view_id !== undefined) return
    if (name === undefined) ctx.addIssue({ code: 'custom', path: ['name'], message: NAME_EMPTY })
    if (state === undefined) ctx.addIssue({ code: 'custom', path: ['state'], message: 'State is required.' })
  })
export type ViewFields = z.output<typeof viewFields>

/** How an administrator has arranged a list, and its last state. */
export const listPreferences = z.object({
  columns: columns.optional(),
  per_page: perPage.optional(),
  last: listState.optional(),
  /** The view the list opens with, or null. */
  default_view: z.string().nullable(),
})
export type ListPreferences = z.output<typeof listPreferences>

/** The parts to store; null removes one, and those left out stay. */
export const preferenceFields = z.object({
  list,
  columns: columns.nullish(),
  per_page: perPage.nullish(),
  last: listState.nullish(),
})
export type PreferenceFields = z.output<typeof preferenceFields>

export const views = {
  list: endpoint('admin/views/list', z.object({ list }), z.object({ message: z.string(), data: z.array(view) })),
  save: endpoint('admin/views/save', viewFields, answered(view), { once: true }),
  delete: endpoint('admin/views/delete', z.object({ view_id: id }), said),
}

export const preferences = {
  /** Everything the caller has arranged. */
  get: endpoint(
    'admin/preferences/get',
    z.object({}),
    answered(z.object({ lists: z.partialRecord(z.enum(recordTypes), listPreferences) })),
  ),
  set: endpoint('admin/preferences/set', preferenceFields, answered(listPreferences)),
}
