import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog, type OnClosed, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { formKeys } from './form-keys.ts'
import { useFormLeaving } from './form-leaving.tsx'
import { useUnsavedForm } from './unsaved-forms.ts'
import type { useContractForm } from './use-contract-form.ts'

/**
 * The dialog of a form whose values are `dirty` until they are saved. `done` says that they are, without closing it;
 * `close` also closes it.
 */
export function useFormDialog(dirty: boolean, onClosed: OnClosed) {
  const dialog = useDialog(onClosed)
  const done = useUnsavedForm(dirty)
  const close = () => {
    done()
    dialog.close()
  }
  return { dialog, done, close }
}

type FormDialogProps = {
  title: string
  /** The label of the button that saves. */
  action: string
  form: Pick<ReturnType<typeof useContractForm>, 'alert' | 'busy' | 'dirty' | 'valid' | 'onSubmit' | 'stop'>
  shown: ReturnType<typeof useFormDialog>
  /** What stands to the left of the buttons. */
  beside?: ReactNode
  /** Another dialog is on top. */
  covered?: boolean
  children: ReactNode
}

/** A small form in a dialog, which asks before it throws away what was typed. For records there is FormModal. */
export function FormDialog({ title, action, form, shown, beside, covered = false, children }: FormDialogProps) {
  const { alert, busy, dirty, valid, onSubmit, stop } = form
  const { leave, isAsking, question } = useFormLeaving({ dirty, discard: shown.done }, shown.dialog.close)
  return (
    <Dialog title={title} dialog={shown.dialog} onCloseRequest={leave} locked={busy || isAsking || covered}>
      <form onSubmit={onSubmit} {...formKeys} noValidate aria-label={title}>
        <FormAlert message={alert} />
        {children}
        <Group mt="xl" gap="sm">
          {beside}
          <Button variant="default" ml="auto" onClick={busy ? stop : leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={!valid} loading={busy}>
            {action}
          </Button>
        </Group>
      </form>
      {question}
    </Dialog>
  )
}
