import type { KeyboardEvent } from 'react'

/** Props of a form that make Ctrl+S and Ctrl+Enter, on a Mac with Cmd, do what its submit button does. */
export const formKeys = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (!(ctrlKey || metaKey) || shiftKey || altKey || !['s', 'Enter'].includes(key)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  },
}
