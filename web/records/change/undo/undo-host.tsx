import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastUndone } from '#web/records/change/toast-change.tsx'
import { isElsewhere } from '#web/records/list/use-list-keys.ts'
import { toastError, toastWarning } from '#web/ui/feedback/toast.ts'
import { pressedKey } from '#web/ui/keys/pressed-key.ts'
import { nextToUndo, press, undoInTurn } from './undo-key.ts'
import { askToUndo, endUndoRequest, useUndoRequest } from './undo-requests.ts'

// A separate chunk, loaded when something is undone for the first time.
const UndoDialog = lazy(() => import('./undo-dialog.tsx').then((module) => ({ default: module.UndoDialog })))

/**
 * Where the question whether to undo a change appears. Ctrl+Z, on a Mac Cmd+Z, undoes the last one, and asks only where
 * something is in the way or the records are many.
 */
export function UndoHost() {
  const request = useUndoRequest()
  const { mutate } = useMutation({
    mutationFn: undoInTurn,
    onSuccess: (answer, changeId) => {
      if (answer) toastUndone(answer)
      else if (answer === null) askToUndo({ changeId })
    },
    onError: (error, changeId) => {
      if (error instanceof ApiError && error.status === 0) return
      if (error instanceof ApiError && error.body.code === 'still_running') askToUndo({ changeId })
      else toastError(error.message)
    },
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => undoLast(event, mutate)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [mutate])
  return (
    request && (
      <Suspense fallback={null}>
        <UndoDialog key={request.asked} changeId={request.changeId} onClose={() => endUndoRequest(request)} />
      </Suspense>
    )
  )
}

/** In a field the key belongs to what is typed there; a key that is held down is one press. */
function undoLast(event: KeyboardEvent, undo: (changeId: string) => void) {
  const { ctrlKey, metaKey, shiftKey, altKey, target, defaultPrevented, repeat } = event
  const key = pressedKey(event)
  if (key !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey || defaultPrevented || isElsewhere(target)) return
  event.preventDefault()
  if (repeat) return
  const changeId = nextToUndo()
  if (changeId) {
    whenOnline(() => {
      press(changeId)
      undo(changeId)
    })
  } else toastWarning('There is nothing to undo since you signed in.')
}
