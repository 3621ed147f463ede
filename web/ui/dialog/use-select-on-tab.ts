import { type FocusEvent, type KeyboardEvent, useRef } from 'react'

/**
 * Selects the text of a field to which Tab leads, as browsers do by themselves where no focus trap moves the focus:
 * what is typed then takes its place. Returns the handlers of the element around the fields.
 */
export function useSelectOnTab() {
  const isByTab = useRef(false)
  return {
    onKeyDownCapture(event: KeyboardEvent) {
      isByTab.current = event.key === 'Tab'
    },
    onFocusCapture({ target }: FocusEvent) {
      if (isByTab.current && target instanceof HTMLInputElement) target.select()
      isByTab.current = false
    },
  }
}
