import type { ReactNode } from 'react'
import { whenOnline } from '#web/forms/when-online.ts'
import { isLetterKey, letterKeysAreOn } from '#web/ui/keys/letter-keys.ts'

/** Something that can be done with a row. One that can be disabled says what it would do. */
export type Action = ActionParts & ({ disabled?: false } | { disabled: boolean; act: string })

type ActionParts = {
  /** The accessible name, with the row: 'Edit Travel Trailer'. */
  label: string
  /** What it does, in words, or why it is disabled. */
  tip: string
  /** Stands beside the icon in a cell. */
  word?: string
  /** What it would do, without the row. */
  act?: string
  icon: ReactNode
  color?: 'red' | 'green'
  /** The key that presses it while the focus is in its row. */
  shortcut?: 'e' | 'Delete' | 'Enter' | undefined
  /** It can do nothing without a connection, and says so. */
  needsServer?: boolean
  /** The page of a record offers it by itself. */
  isOnPage?: boolean
  onClick: () => void
}

export const RED = 'light-dark(var(--mantine-color-red-light-color), var(--mantine-color-red-4))'

/** The action as it is rendered: it does nothing while it is disabled, and has no key that is turned off. */
export function rendered(action: Action) {
  const { label, word, act = word ?? label, shortcut, disabled = false, needsServer, onClick } = action
  return {
    ...action,
    act,
    disabled,
    shortcut: shortcut && isLetterKey(shortcut) && !letterKeysAreOn() ? undefined : shortcut,
    onClick: () => disabled || (needsServer ? whenOnline(onClick) : onClick()),
  }
}
