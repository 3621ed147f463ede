import { type RefObject, useEffect } from 'react'

/** The parts of a grid that are one Tab stop each. */
const STOPS = ['[role=columnheader]', 'tbody [role=gridcell]']

/**
 * Keeps one title and one cell of the rows in the Tab order: those that had the focus last, at first the first ones. It
 * changes the elements themselves, so that moving the focus renders nothing.
 */
export function useRovingCells(table: RefObject<HTMLTableElement | null>) {
  useEffect(() => {
    const grid = table.current
    if (!grid) return
    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      for (const stop of STOPS) {
        const focused = target.closest<HTMLElement>(stop)
        if (focused) keepOne(grid, stop, focused)
      }
    }
    grid.addEventListener('focusin', follow)
    return () => grid.removeEventListener('focusin', follow)
  }, [table])

  // After every render, because rows come and go.
  useEffect(() => {
    for (const stop of STOPS) {
      const first = table.current?.querySelector<HTMLElement>(stop)
      if (first && !table.current?.querySelector(`:is(${stop})[tabindex="0"]`)) first.tabIndex = 0
    }
  })
}

function keepOne(grid: HTMLElement, stop: string, kept: HTMLElement) {
  for (const other of grid.querySelectorAll<HTMLElement>(`:is(${stop})[tabindex="0"]`)) other.tabIndex = -1
  kept.tabIndex = 0
}
