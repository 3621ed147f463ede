import { type MouseEvent, useState } from 'react'

/**
 * The state of a list of choices that a click into its field opens, with what the field needs for it; focus alone does
 * not.
 */
export function useDropdown() {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  const close = () => setOpened(false)
  const props = {
    dropdownOpened: opened,
    onDropdownOpen: open,
    onDropdownClose: close,
    // The field that is left may show an error now, which moves this one away from under the pointer: then there is no
    // click.
    onMouseDown: ({ button }: MouseEvent) => button === 0 && open(),
    openOnFocus: false,
  }
  return { opened, close, props }
}
