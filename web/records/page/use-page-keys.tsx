import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { KeysDialog } from '#web/records/list/keys-dialog.tsx'
import { isElsewhere, useListKeys } from '#web/records/list/use-list-keys.ts'

/** The keys of the page of a record, for the help. */
const PAGE_KEYS: [keys: string, meaning: string][] = [
  ['j', 'Next record in the list'],
  ['k', 'Previous record in the list'],
  ['u', 'Back to the list'],
  ['Ctrl + K', 'Search everything'],
  ['e', 'Edit'],
  ['Delete', 'Delete it (asks first)'],
  ['Ctrl + Z', 'Undo your last change'],
  ['Esc', 'Close the dialog'],
  ['?', 'Show these shortcuts'],
]

/** Those of a record that is neither edited nor deleted. */
const READ_ONLY_KEYS = PAGE_KEYS.filter(([keys]) => keys !== 'e' && keys !== 'Delete')

/** `keys` are more keys of this page. */
type Options = { readOnly?: boolean; keys?: typeof PAGE_KEYS | undefined }
type Ways = { previous: string | undefined; next: string | undefined; isReading: boolean }

/** Handles the keys of the page of a record. Returns the dialog that lists them, and a function that shows it. */
export function usePageKeys(ways: Ways, list: string, options: Options = {}) {
  const { readOnly = false, keys = [] } = options
  const navigate = useNavigate()
  const [shown, setShown] = useState(false)
  const showKeys = () => setShown(true)
  // At once, so that the next key acts on the record that the address names.
  const open = (path: string) => void navigate(path, { flushSync: true })
  const awaited = useRef<'previous' | 'next'>(undefined)
  const go = (way: 'previous' | 'next') => () => {
    const path = ways[way]
    if (path) open(path)
    // A key that is faster than the list is not lost.
    else if (ways.isReading) awaited.current = way
  }
  const follow = useEffectEvent(() => {
    const path = awaited.current && ways[awaited.current]
    if (path || !ways.isReading) awaited.current = undefined
    if (path && !isElsewhere(document.activeElement)) void navigate(path)
  })
  useEffect(() => follow(), [ways.previous, ways.next, ways.isReading])
  useListKeys({
    j: go('next'),
    k: go('previous'),
    u: () => open(list),
    e: () => press('e'),
    Delete: () => press('Delete'),
    '?': showKeys,
  })
  return {
    showKeys,
    keysDialog: shown && (
      <KeysDialog keys={[...keys, ...(readOnly ? READ_ONLY_KEYS : PAGE_KEYS)]} onClose={() => setShown(false)} />
    ),
  }
}

/** Presses the button that names this key. */
const press = (key: string) => document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()
