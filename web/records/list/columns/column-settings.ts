import { useCallbackRef } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ColumnSetting } from '#contract/views.ts'
import type { ArrangeColumns } from '#web/records/list/grid/header-cell.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { keepColumnsInWindow, useColumnsInWindow } from '#web/records/list/state/window-state.ts'
import { usePreferences, useSavePreferences } from '#web/records/list/views/preferences.ts'
import { useShownView } from '#web/records/list/views/shown-view.ts'
import type { AnyColumn, Column } from './columns.tsx'

/** A column of a list and whether it is shown, in the order the administrator has put them. */
export type ArrangedColumn<C extends AnyColumn = AnyColumn> = { column: C; shown: boolean }

/**
 * The columns in the order and width of the settings. Settings of columns that the list does not have are ignored;
 * columns that they do not name follow at the end, `optional` ones hidden.
 */
export function arrangeColumns<C extends AnyColumn>(columns: C[], settings: ColumnSetting[]): ArrangedColumn<C>[] {
  const places = new Map(settings.map(({ field }, place) => [field, place]))
  const placeOf = ({ field }: C) => places.get(field) ?? settings.length
  return [...columns]
    .sort((one, other) => placeOf(one) - placeOf(other))
    .map((column) => {
      const setting = settings[placeOf(column)]
      const shown = setting ? !setting.hidden : !column.optional
      return {
        column: setting?.width === undefined || column.fixed ? column : { ...column, width: setting.width },
        shown,
      }
    })
}

/** What settings say about columns that are arranged like this. */
const toSettings = (arranged: ArrangedColumn[], settings: ColumnSetting[]): ColumnSetting[] =>
  arranged.map(({ column: { field }, shown }) => {
    const width = settings.find((setting) => setting.field === field)?.width
    return { field, ...(!shown && { hidden: true }), ...(width !== undefined && { width }) }
  })

/** The settings as they apply to the columns that a list shows. */
export const settingsOf = (columns: AnyColumn[], settings: ColumnSetting[]) =>
  toSettings(arrangeColumns(withoutFilters(columns), settings), settings)

const withoutFilters = <C extends AnyColumn>(columns: C[]) => columns.filter(({ filterOnly }) => !filterOnly)

/** Puts a column at the place of another one. */
export function moveColumn<C extends AnyColumn>(arranged: ArrangedColumn<C>[], field: string, to: string) {
  const from = arranged.findIndex(({ column }) => column.field === field)
  const place = arranged.findIndex(({ column }) => column.field === to)
  if (from < 0 || place < 0) return arranged
  const rest = arranged.toSpliced(from, 1)
  return rest.toSpliced(place, 0, arranged[from] as ArrangedColumn<C>)
}

/** The shown neighbour of a column that can take its place; pinned columns stay at their edge. */
function neighbourOf(arranged: ArrangedColumn[], field: string, by: -1 | 1) {
  const movable = arranged.filter(({ column, shown }) => shown && !column.pinned)
  const place = movable.findIndex(({ column }) => column.field === field)
  return place < 0 ? undefined : movable[place + by]?.column.field
}

/** How the columns of a list are arranged, and what changes it. */
export type ColumnSettings = {
  arranged: ArrangedColumn<Column<ListedRow>>[]
  arrange: ArrangeColumns
  show: (field: string, shown: boolean) => void
  /**
   * Resets the columns to those of the view, or to how they are without settings; undefined if that is how they are.
   */
  reset: (() => void) | undefined
  /** The settings themselves, for a view. */
  settings: ColumnSetting[]
}

const NO_SETTINGS: ColumnSetting[] = []

/**
 * The columns of a list as the administrator has arranged them, remembered on the server; those of a view as it has
 * them, or as they were arranged in this window; for a list without a name, until it is left. `arranged` and `arrange`
 * stay the same objects until something is arranged.
 */
export function useColumnSettings(name: RecordType | undefined, columns: Column<ListedRow>[]) {
  const [unnamed, setUnnamed] = useState(NO_SETTINGS)
  const named = usePreferences(name).columns
  const save = useSavePreferences(name)
  const view = useShownView(name)
  const inWindow = useColumnsInWindow(view?._id)
  const own = view ? inWindow : name ? named : unnamed
  const settings = own ?? view?.state.columns ?? NO_SETTINGS
  const arranged = useMemo(() => arrangeColumns(withoutFilters(columns), settings), [columns, settings])
  const set = (next: ColumnSetting[] | null) => {
    if (view) keepColumnsInWindow(view._id, next ?? undefined)
    else if (name) save({ columns: next })
    else setUnnamed(next ?? NO_SETTINGS)
  }
  const move = useCallbackRef((field: string, to: string) => set(toSettings(moveColumn(arranged, field, to), settings)))
  const shift = useCallbackRef((field: string, by: -1 | 1) => {
    const to = neighbourOf(arranged, field, by)
    if (to) move(field, to)
  })
  const resize = useCallbackRef((field: string, width: number) =>
    set(toSettings(arranged, [...settings.filter((setting) => setting.field !== field), { field, width }])),
  )

  return {
    arranged,
    arrange: useMemo(() => ({ move, shift, resize }), [move, shift, resize]),
    show: (field, shown) =>
      set(
        toSettings(
          arranged.map((part) => (part.column.field === field ? { ...part, shown } : part)),
          settings,
        ),
      ),
    reset: own?.length ? () => set(null) : undefined,
    settings,
  } satisfies ColumnSettings
}
