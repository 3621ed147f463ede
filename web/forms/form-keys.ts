import type { KeyboardEvent } from 'react'
import { isOfInputMethod, pressedKey } from '#web/ui/keys/pressed-key.ts'

/** Whether a key saves: Ctrl+S, Ctrl+Enter or, to go on with another record, Ctrl+Shift+Enter; on a Mac with Cmd. */
export const isSaveKey = ({ nativeEvent, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) => {
  const key = pressedKey(nativeEvent)
  return (
    !isOfInputMethod(nativeEvent) && (ctrlKey || metaKey) && !altKey && (key === 'Enter' || (key === 's' && !shiftKey))
  )
}

/** The props of the button that Ctrl+Shift+Enter presses. */
export const goesOn = { 'data-goes-on': true, 'aria-keyshortcuts': 'Control+Shift+Enter' }

/**
 * Props of a form that make the keys that save press its submit button, or the one that goes on with another record.
 */
export const formKeys = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (!isSaveKey(event)) return
    event.preventDefault()
    const button = event.shiftKey ? 'button[data-goes-on]' : 'button[type=submit]'
    event.currentTarget.querySelector<HTMLButtonElement>(button)?.click()
  },
}
