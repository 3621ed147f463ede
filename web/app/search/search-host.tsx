import { Kbd, UnstyledButton } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { lookForNewVersion } from '#web/api/new-version.ts'
import { isPageHeld } from '#web/api/session.ts'
import { closeSearch, openSearch, useSearchRequest } from '#web/records/list/elsewhere/search-requests.ts'
import { toastError } from '#web/ui/feedback/toast.ts'
import { pressedKey } from '#web/ui/keys/pressed-key.ts'
import { keepEarlyKeys } from './early-keys.ts'
import classes from './search-host.module.css'

/** The dialog, a separate chunk, loaded when it is about to be used. */
let Loaded: typeof import('./search-dialog.tsx').SearchDialog | undefined

async function load() {
  Loaded = (await import('./search-dialog.tsx')).SearchDialog
}

// If that fails, opening it tries again and says so.
const preload = () => void load().catch(() => {})

const key = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/**
 * The button in the header and the key that open the search, and the search itself. `ready` says that it can be used.
 */
export function SearchHost({ ready }: { ready: boolean }) {
  const request = useSearchRequest()
  const isOpen = request !== null
  useSearchKey(ready)
  const [, setLoaded] = useState(Loaded !== undefined)

  useEffect(() => {
    if (!isOpen) return
    if (!Loaded) {
      load().then(
        () => setLoaded(true),
        async () => {
          closeSearch()
          if (!(await lookForNewVersion())) toastError('The search could not be loaded. Please try again.')
        },
      )
    }
    return keepEarlyKeys(closeSearch)
    // Even if one is asked for while the previous one fades out.
  }, [isOpen, request?.asked])

  return (
    <>
      <UnstyledButton
        className={classes.button ?? ''}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openSearch()}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Search size={20} aria-hidden />
        <span className={classes.label}>Search</span>
        <Kbd size="xs" className={classes.key ?? ''} aria-hidden>
          {key}
        </Kbd>
      </UnstyledButton>
      {request && Loaded && <Loaded key={request.asked} text={request.text} onClose={closeSearch} />}
    </>
  )
}

/** Ctrl+K, on a Mac Cmd+K, also in a field; a rich text editor keeps it for its links. */
function useSearchKey(ready: boolean) {
  useEffect(() => {
    if (!ready) return
    const listen = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey, defaultPrevented, repeat } = event
      if (pressedKey(event) !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented) return
      event.preventDefault()
      if (!repeat && !isPageHeld()) openSearch()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [ready])
}
