import { Alert, Button, Group, Stack } from '@mantine/core'
import { Info } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { RecordRow } from '#contract/records.ts'
import { formKeys } from '#web/forms/form-keys.ts'
import type { FieldsSchema, useContractForm } from '#web/forms/use-contract-form.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog, type DialogFrame, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { FieldRegistryProvider, useFieldRegistry, useHasPendingFields } from '#web/ui/fields/field-registry.tsx'
import { ConflictView } from './conflict-view.tsx'
import { type RecordFormOptions, useRecordForm } from './use-record-form.ts'

type FormOf<Schema extends FieldsSchema> = ReturnType<typeof useContractForm<Schema, unknown>>['form']

type FormModalProps<Schema extends FieldsSchema, Row extends RecordRow> = Omit<
  RecordFormOptions<Schema, Row>,
  'labelsOf' | 'fieldLabel'
> & {
  title: string
  onClose: () => void
  /** The width: 'md' for a few short fields, 'xl' for long texts. */
  size?: 'md' | 'xl'
  /** 'drawer' for many fields. */
  frame?: DialogFrame
  /** Renders the fields. `record` is the record as last received: after a conflict, the other person's version. */
  children: (form: FormOf<Schema>, record: Row | undefined) => ReactNode
}

/**
 * The dialog for a new or edited record. Save is enabled when all fields are valid; errors of the server appear on top
 * and at the fields; unsaved values survive as a draft; a conflict with somebody else's change is shown.
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
  const [confirming, setConfirming] = useState(false)
  const fields = useFieldRegistry(options.draft)
  const record = useRecordForm<Schema, Row>({
    ...options,
    labelsOf: fields.labels,
    fieldLabel: fields.labelOf,
    onSaved: dialog.close,
  })
  const hasPendingFields = useHasPendingFields(fields)
  const { conflict } = record
  const formElement = useRef<HTMLFormElement>(null)

  const backToForm = (choose: () => void) => () => {
    choose()
    requestAnimationFrame(() => formElement.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
  }

  const submit = (event: FormEvent) => {
    // A dialog that is fading out has been left or saved.
    if (hasPendingFields || !dialog.opened) event.preventDefault()
    else record.onSubmit(event)
  }
  const leave = () => (record.dirty ? setConfirming(true) : dialog.close())
  const discardAndClose = () => {
    record.discard()
    dialog.close()
  }

  return (
    <Dialog
      title={title}
      dialog={dialog}
      onCloseRequest={leave}
      locked={record.busy || confirming}
      size={conflict && size === 'md' ? 'lg' : size}
      frame={frame}
    >
      <form ref={formElement} onSubmit={submit} {...formKeys} noValidate hidden={Boolean(conflict)} aria-label={title}>
        {record.restored && <DraftNotice onDiscard={backToForm(record.discard)} />}
        <FormAlert message={record.alert} />
        <FieldRegistryProvider registry={fields}>
          <Stack ref={markFirstField}>{children(record.form, record.latest)}</Stack>
        </FieldRegistryProvider>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={record.busy ? record.stop : leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={!record.valid || hasPendingFields} loading={record.busy}>
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
      {confirming && <ConfirmDiscardDialog onDiscard={discardAndClose} onKeep={() => setConfirming(false)} />}
    </Dialog>
  )
}

// Mantine's focus trap focuses this element; otherwise it would be the close button.
function markFirstField(fields: HTMLElement | null) {
  fields?.querySelector('input:enabled, textarea:enabled, [contenteditable]')?.setAttribute('data-autofocus', 'true')
}

function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
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

function ConfirmDiscardDialog({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
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
