import { useState } from 'react'
import { useNavigate } from 'react-router'
import { KeysDialog } from '#web/records/list/keys-dialog.tsx'
import { useListKeys } from '#web/records/list/use-list-keys.ts'

/** The keys of the page of a record, for the help. */
const PAGE_KEYS: [keys: string, meaning: string][] = [
  ['j', 'Next record of the list'],
  ['k', 'Previous record of the list'],
  ['u', 'Back to the list'],
  ['e', 'Edit'],
  ['Delete', 'Ask whether to delete it'],
  ['Ctrl + Z', 'Undo your last change'],
  ['Esc', 'Close the dialog'],
  ['?', 'Show these shortcuts'],
]

/** Those of a record that is neither edited nor deleted. */
const READ_ONLY_KEYS = PAGE_KEYS.filter(([keys]) => keys !== 'e' && keys !== 'Delete')

type Ways = { previous: string | undefined; next: string | undefined }

/** Handles the keys of the page of a record. Returns the dialog that lists them, and a function that shows it. */
export function usePageKeys({ previous, next }: Ways, list: string, { readOnly = false } = {}) {
  const navigate = useNavigate()
  const [shown, setShown] = useState(false)
  const showKeys = () => setShown(true)
  // At once, so that the next key acts on the record that the address names.
  const go = (to: string | undefined) => to && (() => void navigate(to, { flushSync: true }))
  const keys = { j: go(next) || undefined, k: go(previous) || undefined }
  useListKeys({
    ...keys,
    J: keys.j,
    K: keys.k,
    u: () => void navigate(list, { flushSync: true }),
    e: () => press('e'),
    Delete: () => press('Delete'),
    '?': showKeys,
  })
  return {
    showKeys,
    keysDialog: shown && <KeysDialog keys={readOnly ? READ_ONLY_KEYS : PAGE_KEYS} onClose={() => setShown(false)} />,
  }
}

/** Presses the button that names this key. */
const press = (key: string) => document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
