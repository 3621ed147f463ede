import { createContext, useContext, useRef, useState } from 'react'
import { MOST_BULK_IDS } from '#contract/changes.ts'
import type { ListInput } from '#contract/records.ts'
import { toastWarning } from '#web/ui/feedback/toast.ts'
import { formatNumber } from '#web/ui/format.ts'
import { matchingOf, type SelectableRow } from './bulk-actions.ts'

type Rows = ReadonlyMap<string, SelectableRow>
/**
 * The rows that were chosen, or, of all that match the filters `of`, those that were left out; `before` are those that
 * were chosen before, if they may not all match.
 */
type Chosen = { of: string | null; rows: Rows; before?: Rows }

const NOTHING: Chosen = { of: null, rows: new Map() }

type Listed = {
  page: { data: SelectableRow[]; total: number } | undefined
  /** The input of the list's call. */
  input: ListInput
  isPlaceholderData: boolean
}

/**
 * The rows of a list that are selected: one by one, over several pages, or all that match its filters but some. Other
 * filters end a selection of all.
 */
export function useRowSelection({ page, input, isPlaceholderData }: Listed) {
  const [stored, setChosen] = useState(NOTHING)
  const anchor = useRef<string>(undefined)
  const matching = JSON.stringify(matchingOf(input))
  const { of, rows, before } = stored.of === null || stored.of === matching ? stored : NOTHING
  const all = of !== null
  const shown = page && !isPlaceholderData ? page.data : []
  const total = page?.total ?? 0

  const isSelected = ({ _id }: SelectableRow) => rows.has(_id) !== all

  function set(changed: SelectableRow[], selected: boolean) {
    const next = new Map(rows)
    for (const row of changed) {
      if (selected === all) next.delete(row._id)
      else next.set(row._id, row)
    }
    if (next.size > MOST_BULK_IDS) toastWarning(`Please choose at most ${formatNumber(MOST_BULK_IDS)} one by one.`)
    else setChosen({ of, rows: next })
  }

  return {
    /** How many are selected. */
    count: all ? Math.max(0, total - rows.size) : rows.size,
    /** All that match the filters are selected, but `rows`. */
    all,
    /** The chosen rows, or those that were left out, in their current state. */
    rows: [...rows.values()].map((row) => shown.find(({ _id }) => _id === row._id) ?? row),
    /** How many match the filters. */
    total,
    isPageSelected: shown.every(isSelected),
    isSomeOnPage: shown.some(isSelected),
    isSelected,
    /** Selects a row or not, and with `range` all from the one before to this one. */
    toggle(row: SelectableRow, range: boolean) {
      const [from, to] = [anchor.current, row._id].map((id) => shown.findIndex(({ _id }) => _id === id))
      const isRange = range && from !== undefined && to !== undefined && from >= 0 && to >= 0
      anchor.current = row._id
      set(isRange ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], !isSelected(row))
    },
    selectPage: () => set(shown, true),
    togglePage: () => set(shown, !shown.every(isSelected)),
    selectAll() {
      const isWithin = all || matching === '{}' || [...rows.keys()].every((id) => shown.some(({ _id }) => _id === id))
      setChosen({ of: matching, rows: new Map(), ...(!isWithin && { before: rows }) })
    },
    /** How many were selected before selecting all that match; some of them may not match. */
    replaced: before?.size,
    undoReplacement: () => before && setChosen({ of: null, rows: before }),
    clear: () => setChosen(NOTHING),
  }
}

export type RowSelection = ReturnType<typeof useRowSelection>

const SelectionContext = createContext<RowSelection | null>(null)

/** Provides the selection to the rows inside. */
export const SelectionProvider = SelectionContext.Provider

/** The selection of the surrounding list; nothing where rows cannot be selected. */
export const useSelection = () => useContext(SelectionContext)
