import { lazy, Suspense, useEffect } from 'react'
import { lastChange } from '#web/api/session-changes.ts'
import { isElsewhere } from '#web/records/list/use-list-keys.ts'
import { whenOnline } from '#web/records/list/when-online.ts'
import { toastWarning } from '#web/ui/feedback/toast.ts'
import { askToUndo, endUndoRequest, useUndoRequest } from './undo-requests.ts'

// A separate chunk, loaded when something is undone for the first time.
const UndoDialog = lazy(() => import('./undo-dialog.tsx').then((module) => ({ default: module.UndoDialog })))

/** Where the question appears whether to undo a change. Ctrl+Z, on a Mac Cmd+Z, asks it for the last one. */
export function UndoHost() {
  const request = useUndoRequest()
  useEffect(() => {
    document.addEventListener('keydown', askForLast)
    return () => document.removeEventListener('keydown', askForLast)
  }, [])
  return (
    request && (
      <Suspense fallback={null}>
        <UndoDialog key={request.asked} changeId={request.changeId} onClose={() => endUndoRequest(request)} />
      </Suspense>
    )
  )
}

/** In a field the key belongs to what is typed there. */
function askForLast(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented } = event
  if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented || isElsewhere(target)) return
  event.preventDefault()
  const changeId = lastChange()
  if (changeId) whenOnline(() => askToUndo({ changeId }))
  else toastWarning('There is nothing to undo. Since you signed in, you have made no change that can be undone.')
}
