import { Alert, Button, Group, Stack } from '@mantine/core'
import { Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { RecordRow } from '#contract/records.ts'
import type { FieldsSchema, useContractForm } from '#web/forms/use-contract-form.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog, type DialogFrame, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { FieldRegistryProvider, useFieldRegistry, useWaitingFields } from '#web/ui/fields/field-registry.tsx'
import { ConflictView } from './conflict-view.tsx'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'

type FormOf<Schema extends FieldsSchema> = ReturnType<typeof useContractForm<Schema, unknown>>['form']

type FormModalProps<Schema extends FieldsSchema, Row extends RecordRow> = RecordFormOptions<Schema, Row> & {
  title: string
  onClose: () => void
  /** How wide the dialog is: 'md' for a few short fields, 'xl' for what people write at length. */
  size?: 'md' | 'xl'
  /** A drawer for what needs much room. */
  frame?: DialogFrame
  /** The fields. `record` is the record as last heard of: after a conflict, the other person's version. */
  children: (form: FormOf<Schema>, record: Row | undefined) => ReactNode
}

/**
 * A new or edit dialog over a contract schema. Keeps the promises every record form makes: Save waits for valid fields,
 * one save at a time, the server's words on top and on the fields, nothing typed is lost, no other person overwritten.
 */
export function FormModal<Schema extends FieldsSchema, Row extends RecordRow>({
  title,
  onClose,
  size = 'md',
  frame = 'modal',
  children,
  ...options
}: FormModalProps<Schema, Row>) {
  const dialog = useDialog(onClose)
  const [asking, setAsking] = useState(false)
  const record = useRecordForm<Schema, Row>({ ...options, onSaved: dialog.close })
  const fields = useFieldRegistry()
  const waiting = useWaitingFields(fields)
  const { conflict } = record
  const formElement = useRef<HTMLFormElement>(null)

  const backToForm = (choose: () => void) => () => {
    choose()
    requestAnimationFrame(() => formElement.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
  }

  const submit = (event: FormEvent) => {
    if (waiting) event.preventDefault()
    else record.onSubmit(event)
  }
  const leave = () => (record.dirty ? setAsking(true) : dialog.close())
  const discardAndClose = () => {
    record.discard()
    dialog.close()
  }

  return (
    <Dialog
      title={title}
      dialog={dialog}
      onLeave={leave}
      held={record.busy || asking}
      size={conflict && size === 'md' ? 'lg' : size}
      frame={frame}
    >
      <form ref={formElement} onSubmit={submit} noValidate hidden={Boolean(conflict)} aria-label={title}>
        {record.restored && <KeptNotice onDiscard={backToForm(record.discard)} />}
        <FormAlert message={record.alert} />
        <FieldRegistryProvider registry={fields}>
          <Stack ref={markFirstField}>{children(record.form, record.latest)}</Stack>
        </FieldRegistryProvider>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={leave} disabled={record.busy}>
            Cancel
          </Button>
          <Button type="submit" disabled={!record.valid || waiting} loading={record.busy}>
            Save
          </Button>
        </Group>
      </form>
      {conflict && (
        <ConflictView
          conflict={conflict}
          registry={fields}
          mine={record.form.values}
          theirs={options.values(conflict.row)}
          onOverwrite={record.overwrite}
          onUseTheirs={backToForm(record.useTheirs)}
          onKeepEditing={backToForm(record.keepEditing)}
        />
      )}
      {asking && <DiscardQuestion onDiscard={discardAndClose} onKeep={() => setAsking(false)} />}
    </Dialog>
  )
}

// Mantine's focus trap looks for this mark; without it the cross of the dialog would get the focus.
function markFirstField(fields: HTMLElement | null) {
  fields?.querySelector('input:enabled, textarea:enabled, [contenteditable]')?.setAttribute('data-autofocus', 'true')
}

function KeptNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert role="note" variant="light" icon={<Info aria-hidden />} mb="md" p="xs">
      <Group justify="space-between" gap="xs">
        What you typed before was kept.
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  )
}

function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
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
