import type { MouseEvent } from 'react'

/** Goes to the page of a record. */
export type Visit = (path: string, inNewTab: boolean) => void
/** Opens what there is to see of a row. */
export type OpenRow = (id: string, inNewTab: boolean) => void

const CONTROLS =
  'button, a, input, label, select, textarea, [contenteditable], [data-column=select], [data-column=move]'
const MIDDLE = 1

/**
 * What a click on a row does: it opens the row, where rows can be opened, and a click on a link goes where that leads;
 * with Ctrl or the middle button in a new tab. Buttons, boxes and other links keep their clicks, as does text that was
 * selected.
 */
export function rowVisits(openRow: OpenRow | undefined, visit: Visit) {
  function onClick(event: MouseEvent<HTMLTableElement>) {
    const { target, button } = event
    const row = target instanceof Element && target.closest('tbody [data-row-id]')
    if (!row || event.defaultPrevented || button > MIDDLE || event.shiftKey || event.altKey) return
    const link = target.closest<HTMLAnchorElement>('a[data-visits]')
    if (!link && (target.closest(CONTROLS) || isSelectedIn(row))) return
    if (!link && !openRow) return
    event.preventDefault()
    const inNewTab = event.ctrlKey || event.metaKey || button === MIDDLE
    if (link) visit(link.pathname, inNewTab)
    else openRow?.((row as HTMLElement).dataset.rowId ?? '', inNewTab)
  }

  return {
    onClick,
    onAuxClick: onClick,
    // The middle button would begin to scroll.
    onMouseDown(event: MouseEvent) {
      const { target, button } = event
      if (button === MIDDLE && target instanceof Element && target.closest('tbody [data-row-id]'))
        event.preventDefault()
    },
  }
}

/** Whether somebody has just selected text there. */
function isSelectedIn(row: Element) {
  const selection = getSelection()
  return !!selection && !selection.isCollapsed && selection.containsNode(row, true)
}
