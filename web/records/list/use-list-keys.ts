import { useEffect, useEffectEvent } from 'react'
import { isLetterKey, letterKeysAreOn } from '#web/ui/keys/letter-keys.ts'
import { pressedKey } from '#web/ui/keys/pressed-key.ts'

/** The keys of a list that work wherever the focus is, and those within its rows and filters, for the help. */
export const LIST_KEYS: [keys: string, meaning: string][] = [
  ['/', 'Go to the first filter'],
  ['n', 'New'],
  ['Ctrl + K', 'Search everything'],
  ['↑ ↓ ← →', 'Move between rows and cells'],
  ['Enter', 'Open the row’s page; in the Actions column, go to its buttons'],
  ['e', 'Edit the row'],
  ['F2', 'Edit the value of the cell, or go to what is inside it'],
  ['Space in Select', 'Select the row; Shift selects a range'],
  ['Alt + ↑ ↓', 'Move the row in its sequence, where it has one'],
  ['Delete', 'Delete the row (asks first)'],
  ['Enter on a title', 'Sort by this column; Shift adds it to the sort'],
  ['Ctrl + ← →', 'Move the column'],
  ['Shift + ← →', 'Resize the column'],
  ['↓ in a filter', 'Go to the rows'],
  ['Alt + ↓ in a filter', 'Choose its operator'],
  ['Ctrl + S, Ctrl + Enter', 'Save the open form'],
  ['Ctrl + Shift + Enter', 'Save the form and add another'],
  ['Ctrl + Z', 'Undo your last change'],
  ['Esc', 'Close the dialog'],
  ['?', 'Show these shortcuts'],
]

const TYPED_INTO = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]'

/** Whether a key belongs to something else: to what is typed into, or to an open dialog or menu. */
export const isElsewhere = (at: EventTarget | null) =>
  (at instanceof Element && at.closest(TYPED_INTO) !== null) ||
  document.querySelector('[role=dialog], [role=menu]') !== null

/**
 * Calls a function for a key, unless one types, a dialog is open, the key is part of a combination, or keys of one
 * letter are turned off.
 */
export function useListKeys(keys: Record<string, (() => void) | undefined>) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return
    const key = pressedKey(event)
    const action = isLetterKey(key) && !letterKeysAreOn() ? undefined : keys[key]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Moves the focus to the first filter on the page. */
export const focusFirstFilter = () =>
  document
    .querySelector<HTMLElement>('[role=grid] thead :is(input:not([type=checkbox]), button[aria-label^=Filter])')
    ?.focus()
