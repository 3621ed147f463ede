import type { KeyboardEvent } from 'react'

/** Whether a key saves: Ctrl+S or Ctrl+Enter, on a Mac with Cmd. */
export const isSaveKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && ['s', 'Enter'].includes(key)

/** Props of a form that make Ctrl+S and Ctrl+Enter, on a Mac with Cmd, do what its submit button does. */
export const formKeys = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (!isSaveKey(event)) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  },
}
