import { useState } from 'react'
import { ConfirmDiscardDialog } from './confirm-discard-dialog.tsx'

/** Leaves a form, after a question if something was changed, which is then discarded. */
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
