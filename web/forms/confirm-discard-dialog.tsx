import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useDialog } from '#web/ui/dialog/dialog.tsx'
import { formatNames } from '#web/ui/format.ts'

type ConfirmDiscardDialogProps = {
  /** The forms that it is about, if the page has several. */
  names?: string[]
  onDiscard: () => void
  onKeep: () => void
}

/** Asks before what was typed is thrown away. Either answer takes effect once the question has closed. */
export function ConfirmDiscardDialog({ names = [], onDiscard, onKeep }: ConfirmDiscardDialogProps) {
  const [discarding, setDiscarding] = useState(false)
  const where = names.length > 0 ? ` in ${formatNames(names)}` : ''
  const dialog = useDialog(() => (discarding ? onDiscard() : onKeep()))
  return (
    <ConfirmDialog
      title="Discard changes"
      dialog={dialog}
      text={`Your changes${where} have not been saved. Discard them?`}
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
