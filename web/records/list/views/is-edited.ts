import type { ListState as SavedState, View } from '#contract/views.ts'
import { settingsOf } from '#web/records/list/columns/column-settings.ts'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import { readListState, savedParams, toSaved } from '#web/records/list/state/list-state.ts'

/**
 * Whether a list shows anything other than its view, of whose columns only those that the list has count. The page does
 * not count, nor does the page size where the view has none.
 */
export function isEdited(view: View, now: SavedState, columns: AnyColumn[]) {
  const shown = ({ filters, sort, columns: arranged = [], per_page }: SavedState) => {
    const params = Object.entries(savedParams({ filters, sort, ...(view.state.per_page && { per_page }) }, columns))
    const search = new URLSearchParams(params.filter((param): param is [string, string] => param[1] !== null))
    const { perPage, ...state } = readListState(`${search}`, columns)
    return JSON.stringify([toSaved(state, columns), perPage, settingsOf(columns, arranged)])
  }
  return shown(view.state) !== shown(now)
}
