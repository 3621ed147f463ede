import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { text } from '#contract/fields.ts'
import type { RecordType } from '#contract/kinds.ts'
import { type ListState as SavedState, VIEW_NAME_CHARACTERS, type View, views } from '#contract/views.ts'
import { call } from '#web/api/call.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { preferencesQuery } from './preferences.ts'

const fields = z.object({
  name: text('Name cannot be empty.', VIEW_NAME_CHARACTERS),
  is_shared: z.boolean(),
  is_default: z.boolean(),
  /** The view takes what the list shows now. */
  takes: z.boolean(),
})

type ViewFormProps = {
  list: RecordType
  /** What the list shows now. */
  state: SavedState
  /** The view to change; none for a new one. */
  view: View | undefined
  /** Called with the view that is what the list shows now. */
  onSaved: (view: View) => void
  onDeleted: () => void
  onClose: () => void
}

/**
 * The dialog that saves what a list shows as a view, or changes one. Of others' views only the default is one's own.
 */
export function ViewForm({ list, state, view, onSaved, onDeleted, onClose }: ViewFormProps) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const mine = view?.is_mine ?? true
  const taken = useRef(false)
  const contractForm = useContractForm({
    schema: fields,
    values: {
      name: view?.name ?? '',
      is_shared: view?.is_shared ?? false,
      is_default: view?.is_default ?? false,
      takes: !view,
    },
    send: ({ name, is_shared, is_default, takes }, options) => {
      taken.current = mine && takes
      return call(
        views.save,
        {
          list,
          is_default,
          ...(view && { view_id: view._id }),
          ...(mine && { name, is_shared, ...(view && { version: view.version }), ...(takes && { state }) }),
        },
        options,
      )
    },
    onSent: ({ message, data }) => {
      toastSuccess(message)
      void client.invalidateQueries(preferencesQuery)
      shown.done()
      if (taken.current) onSaved(data)
      shown.close()
    },
  })
  const { form, busy } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)

  return (
    <FormDialog
      title={titleOf(view)}
      action="Save"
      form={contractForm}
      shown={shown}
      covered={isDeleting}
      beside={
        view &&
        mine && (
          <Button variant="subtle" color="red" mr="auto" onClick={() => setDeleting(true)} disabled={busy}>
            Delete
          </Button>
        )
      }
    >
      <Stack>
        {mine ? (
          <>
            <TextInput label="Name" required autoComplete="off" data-autofocus {...form.getInputProps('name')} />
            <Checkbox
              label="Shared with all administrators"
              {...form.getInputProps('is_shared', { type: 'checkbox' })}
            />
          </>
        ) : (
          <Text size="sm">{view?.owner.name} shares this view. Only they can change it.</Text>
        )}
        <Checkbox
          label="Open this list with this view (just for you)"
          {...form.getInputProps('is_default', { type: 'checkbox' })}
        />
        {view && mine && (
          <Checkbox
            label="Update it with what the list shows now"
            description="The view takes over its filters, sort, columns and page size."
            {...form.getInputProps('takes', { type: 'checkbox' })}
          />
        )}
      </Stack>
      {isDeleting && view && (
        <ConfirmCallDialog
          title="Delete view"
          text={
            view.is_shared
              ? 'Are you sure you want to delete this view? All administrators lose it.'
              : 'Are you sure you want to delete this view?'
          }
          name={view.name}
          action="Delete"
          danger
          send={(options) => call(views.delete, { view_id: view._id }, options)}
          onSuccess={() => {
            void client.invalidateQueries(preferencesQuery)
            onDeleted()
            shown.dialog.close()
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </FormDialog>
  )
}

const titleOf = (view: View | undefined) => (!view ? 'New view' : view.is_mine ? 'Edit view' : 'View settings')
