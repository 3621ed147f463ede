import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { isPageHeld, storedToken } from '#web/api/session.ts'
import { ConfirmDiscardDialog } from '#web/forms/confirm-discard-dialog.tsx'
import {
  discardUnsavedForms,
  hasUnsavedForms,
  unsavedFormNames,
  useHasUnsavedForms,
  wouldLoseWork,
} from '#web/forms/unsaved-forms.ts'
import { keyOf, readDialogAddress } from '#web/records/shared/dialog-address.ts'

type Place = { pathname: string; search: string }

/** Whether what is open at one address is gone at another. */
function leaves(from: Place, to: Place) {
  const dialog = readDialogAddress(from.search)
  const other = readDialogAddress(to.search)
  return from.pathname !== to.pathname || (dialog !== undefined && (!other || keyOf(other) !== keyOf(dialog)))
}

/** The application itself goes there: what was typed stays as a draft. */
const REFUSED = '/unauthorized'

/**
 * Asks before a changed form is left by Back, by a link or by closing the tab. Logging out does not ask; the form stays
 * below the sign-in.
 */
export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedForms() &&
      (storedToken() !== null || isPageHeld()) &&
      nextLocation.pathname !== REFUSED &&
      leaves(currentLocation, nextLocation),
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldLoseWork()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  const stays = blocker.state === 'blocked' && isPageHeld()
  useEffect(() => {
    if (stays) blocker.reset()
  })

  const isUnsaved = useHasUnsavedForms()
  // What was typed has been discarded, or saved meanwhile by a call already under way.
  const isSettled = blocker.state === 'blocked' && !isUnsaved && !stays
  useEffect(() => {
    if (isSettled) blocker.proceed()
  }, [isSettled, blocker])

  const question = useNumberOf(blocker)

  if (blocker.state !== 'blocked' || stays || isSettled) return null
  // A question that closes while another begins does not answer it.
  return (
    <ConfirmDiscardDialog
      key={question}
      names={unsavedFormNames()}
      onDiscard={discardUnsavedForms}
      onKeep={() => blocker.reset()}
    />
  )
}

/** Numbers the objects passed one after another, so that each has its own number. */
function useNumberOf(value: object) {
  const [last, setLast] = useState({ value, number: 0 })
  if (last.value === value) return last.number
  setLast({ value, number: last.number + 1 })
  return last.number + 1
}
