import type { RecordType } from '#contract/kinds.ts'
import type { RvType } from '#contract/rv-types.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { ListPreferences, View } from '#contract/views.ts'
import { screenOf } from '#web/navigation/help.ts'
import { number, text } from '#web/records/list/columns/columns.tsx'
import { actions, deleteRestoreAction, editAction } from '#web/records/list/rows/row-actions.tsx'
import { ListScreen } from '#web/records/record/list-screen.tsx'

/** A list of RV types with Edit, Delete and New, which calls the function instead of opening a dialog. */
export const rvTypesList = (onOpen: (kind: string) => void = () => {}) => (
  <ListScreen
    screen={screenOf('rv_types')}
    name="rv_types"
    list={rvTypes.list}
    columns={[
      text('name'),
      number('seq_no'),
      actions(
        (row: RvType) => row.name,
        [editAction(({ kind }) => onOpen(kind)), deleteRestoreAction(({ kind }) => onOpen(kind))],
      ),
    ]}
    onNew={() => onOpen('new')}
  />
)

/** A saved view of that list. */
export const aView = (more: Partial<View> = {}): View => ({
  _id: '00000000-0000-4000-8000-000000000001',
  list: 'rv_types',
  name: 'Campers',
  is_shared: false,
  is_default: false,
  state: { filters: { name: { value: 'camper' } }, sort: [{ field: 'seq_no', order: 'desc' }], per_page: 50 },
  is_mine: true,
  owner: { _id: 'admin-ada', name: 'Ada Lovelace' },
  version: 1,
  created_at: '2026-11-22T00:00:00.000Z',
  updated_at: '2026-11-22T00:00:00.000Z',
  ...more,
})

/** The answer of the call for preferences, with these for that list or another one. */
export const preferring = (known: Partial<ListPreferences>, list: RecordType = 'rv_types') => ({
  message: 'Preferences',
  data: { lists: { [list]: { default_view: null, ...known } } },
})

/** The query string that the address shows, readable. */
export const searchIn = ({ router }: { router: { state: { location: { search: string } } } }) =>
  decodeURIComponent(router.state.location.search)
