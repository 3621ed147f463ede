import { Button, Group, Text } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { z } from 'zod'
import type { RecordRow } from '#contract/records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { ApiError } from '#web/api/api-error.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { DeleteRestoreDialog } from '#web/records/record/delete-restore-dialog.tsx'
import { FormModal } from '#web/records/record/form-modal.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { Section } from './section.tsx'

type Close = { onClose: () => void }
const LONG = 'A very long title or name that needs more than a single line in any dialog that shows it '.repeat(2)
const never = () => new Promise<{ message: string }>(() => {})
const record: RecordRow & { name: string; note: string } = {
  _id: 'sample',
  is_deleted: false,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  updated_by: null,
  version: 1,
  srno: 1,
  name: 'Travel Trailer',
  note: '',
}
const refusal = new ApiError(422, { message: 'This cannot be saved.', errors: { name: ['This name already exists.'] } })
const conflict = new ApiError(409, {
  message: 'This record has changed in the meantime.',
  data: { ...record, version: 2, name: 'Trailer', note: LONG },
  changed_by: 'Grace Hopper',
  changed_at: '2026-11-21T10:30:00.000Z',
})

/** Every dialog, opened by a button. */
const dialogs: [name: string, render: (onClose: () => void) => ReactElement][] = [
  ['Dialog', (onClose) => <Plain onClose={onClose} />],
  ['Large dialog', (onClose) => <Plain onClose={onClose} size="xl" />],
  ['Drawer', (onClose) => <Plain onClose={onClose} frame="drawer" />],
  ['Confirm', (onClose) => <Confirm onClose={onClose} />],
  ['Confirm busy', (onClose) => <Confirm onClose={onClose} busy />],
  ['Confirm call, never answered', (onClose) => <ConfirmCall onClose={onClose} send={never} />],
  ['Confirm call, refused', (onClose) => <ConfirmCall onClose={onClose} send={() => Promise.reject(refusal)} />],
  ['Delete', (onClose) => <DeleteRestore onClose={onClose} kind="delete" />],
  ['Restore', (onClose) => <DeleteRestore onClose={onClose} kind="restore" />],
  ['Form', (onClose) => <Form onClose={onClose} save={() => Promise.resolve({ message: 'Saved successfully.' })} />],
  ['Form, never answered', (onClose) => <Form onClose={onClose} save={never} />],
  ['Form, refused', (onClose) => <Form onClose={onClose} save={() => Promise.reject(refusal)} />],
  ['Form, conflict', (onClose) => <Form onClose={onClose} save={() => Promise.reject(conflict)} />],
]

/** Dialogs in all their states. */
export function DialogParts() {
  const [open, setOpen] = useState<string | null>(null)
  const render = dialogs.find(([name]) => name === open)?.[1]
  return (
    <Section title="Dialogs">
      <Group>
        {dialogs.map(([name]) => (
          <Button key={name} variant="default" onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
      </Group>
      {render?.(() => setOpen(null))}
    </Section>
  )
}

function Plain({ onClose, ...props }: Close & { size?: 'xl'; frame?: 'drawer' }) {
  const dialog = useDialog(onClose)
  return (
    <Dialog title={LONG} dialog={dialog} {...props}>
      <Text>The content of the dialog.</Text>
    </Dialog>
  )
}

function Confirm({ onClose, busy = false }: Close & { busy?: boolean }) {
  const dialog = useDialog(onClose)
  return (
    <ConfirmDialog
      title="Delete RV Type"
      dialog={dialog}
      text="Are you sure you want to remove this RV type?"
      action="Delete"
      danger
      busy={busy}
      onConfirm={dialog.close}
    />
  )
}

const ConfirmCall = ({ onClose, send }: Close & { send: typeof never }) => (
  <ConfirmChangeDialog
    title="Reset Password"
    text="Are you sure you want to reset the password of this user?"
    name={LONG}
    action="Reset"
    send={send}
    onClose={onClose}
  />
)

const DeleteRestore = ({ onClose, kind }: Close & { kind: string }) => (
  <DeleteRestoreDialog type="rv_types" dialog={{ kind, row: record }} onClose={onClose} calls={rvTypes}>
    Also deleted: 5 sub topics and 2 manual pages.
  </DeleteRestoreDialog>
)

const schema = z.object({ name: z.string().trim().min(1, 'Please enter the name.'), note: z.string() })

const Form = ({ onClose, save }: Close & { save: typeof never }) => (
  <FormModal
    title="Edit RV Type"
    schema={schema}
    record={record}
    draft={undefined}
    values={(row = record) => ({ name: row.name, note: row.note })}
    save={save}
    onClose={onClose}
  >
    {(form) => (
      <>
        <TextField form={form} name="name" label="Name" />
        <TextareaField form={form} name="note" label="Note" max={300} optional />
      </>
    )}
  </FormModal>
)
