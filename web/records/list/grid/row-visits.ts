import type { MouseEvent } from 'react'

/** Goes to the page of a record. */
export type Visit = (path: string, inNewTab: boolean) => void

const CONTROLS =
  'button, a, input, label, select, textarea, [contenteditable], [data-column=select], [data-column=move]'
const MIDDLE = 1

/**
 * What a click on a row does: it goes to the page of the record, where rows have one, and a click on a link to where that leads; with Ctrl or
 * the middle button in a new tab. Buttons, boxes and other links keep their clicks, as does text that was selected.
 */
export function rowVisits(rowPath: string | undefined, visit: Visit) {
  const pathOf = (row: Element) => rowPath !== undefined && `${rowPath}/${(row as HTMLElement).dataset.rowId}`

  function onClick(event: MouseEvent<HTMLTableElement>) {
    const { target, button } = event
    const row = target instanceof Element && target.closest('tbody [data-row-id]')
    if (!row || event.defaultPrevented || button > MIDDLE || event.shiftKey || event.altKey) return
    const link = target.closest<HTMLAnchorElement>('a[data-visits]')
    if (!link && (target.closest(CONTROLS) || isSelectedIn(row))) return
    const path = link?.pathname ?? pathOf(row)
    if (!path) return
    event.preventDefault()
    visit(path, event.ctrlKey || event.metaKey || button === MIDDLE)
  }

  return {
    openRow(row: Element, inNewTab: boolean) {
      const path = pathOf(row)
      if (path) visit(path, inNewTab)
    },
    handlers: {
      onClick,
      onAuxClick: onClick,
      // The middle button would begin to scroll.
      onMouseDown(event: MouseEvent) {
        const { target, button } = event
        if (button === MIDDLE && target instanceof Element && target.closest('tbody [data-row-id]'))
          event.preventDefault()
      },
    },
  }
}

/** Whether somebody has just selected text there. */
function isSelectedIn(row: Element) {
  const selection = getSelection()
  return !!selection && !selection.isCollapsed && selection.containsNode(row, true)
}
