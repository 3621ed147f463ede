import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'

/** Asks before what was typed is thrown away. Either answer is given when the question has closed. */
export function ConfirmDiscardDialog({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const [discarding, setDiscarding] = useState(false)
  const dialog = useDialog(() => (discarding ? onDiscard() : onKeep()))
  return (
    <ConfirmDialog
      title="Discard changes"
      dialog={dialog}
      text="What you typed has not been saved. Discard it?"
      cancel="Keep editing"
      action="Discard"
      danger
      onConfirm={() => {
        setDiscarding(true)
        dialog.close()
      }}
    />
  )
}
