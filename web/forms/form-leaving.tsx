import { useState } from 'react'
import { ConfirmDiscardDialog } from './confirm-discard-dialog.tsx'

/** Leaves a form, after a question where something was changed; that is discarded then. */
export function useFormLeaving({ dirty, discard }: { dirty: boolean; discard: () => void }, close: () => void) {
  const [isAsking, setAsking] = useState(false)
  const discardAndClose = () => {
    discard()
    close()
  }
  return {
    leave: () => (dirty ? setAsking(true) : close()),
    isAsking,
    question: isAsking && <ConfirmDiscardDialog onDiscard={discardAndClose} onKeep={() => setAsking(false)} />,
  }
}
