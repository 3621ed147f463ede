import { Alert, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mergeForm, NOTE_CHARACTERS, privacy, type ToMove } from '#contract/privacy.ts'
import { type User, users } from '#contract/users.ts'
import { call, messageOf } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { formatCounts } from '#web/ui/format.ts'

type MergeDialogProps = { user: User; onClose: () => void }

/** Asks which account stays and how it was checked that both are one person's, says what moves, and merges them. */
export function MergeDialog({ user, onClose }: MergeDialogProps) {
  const [intoId, setIntoId] = useState('')
  const preview = useQuery({
    ...query(privacy.merge, { user_id: user._id, into_id: intoId, preview: true }),
    enabled: intoId !== '',
    retry: false,
    gcTime: 0,
    meta: { refetchAfterChange: false },
  })
  const contractForm = useContractForm({
    schema: mergeForm,
    values: { into_id: '', verified_by: '' as 'other', note: '' },
    send: (fields, { signal }) =>
      call(privacy.merge, { ...fields, user_id: user._id, expect: preview.data?.data.expect }, { signal }),
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
    onRefused: () => {
      void preview.refetch()
      return false
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  const valid = contractForm.valid && preview.isSuccess && !preview.isFetching
  return (
    <FormDialog title="Merge User" action="Merge" form={{ ...contractForm, valid }} shown={shown}>
      <Stack>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {`${fullNameOf('users', user)} becomes inactive. The other account of the same person gets what this one has.`}
        </Text>
        <SearchedRecordSelect
          form={form}
          name="into_id"
          label="Account that stays"
          placeholder="Type a name"
          from={(search) => query(users.list, { ...choicesInput(search), status: true })}
          note={(record) => (record as User).email}
          onChosen={setIntoId}
        />
        {intoId && preview.error && <Alert color="red">{messageOf(preview.error)}</Alert>}
        {preview.data && !preview.error && <Text size="sm">{inWords(preview.data.data)}</Text>}
        <Radio.Group label="How was it checked that both are theirs?" required {...form.getInputProps('verified_by')}>
          <Stack gap="xs" mt={6}>
            <Radio value="mailed_code" label="By codes that were emailed to both addresses" />
            <Radio value="password" label="By the passwords of both" />
            <Radio value="other" label="In another way" />
          </Stack>
        </Radio.Group>
        <TextareaField
          form={form}
          name="note"
          label="Note"
          max={NOTE_CHARACTERS}
          optional={form.values.verified_by !== 'other'}
        />
      </Stack>
    </FormDialog>
  )
}

const inWords = ({ rvs, checklists, maintenance_items, devices, notifications }: ToMove) => {
  const counts = formatCounts(
    [rvs, 'RV'],
    [checklists, 'checklist'],
    [maintenance_items, 'maintenance item'],
    [devices, 'phone'],
    [notifications, 'message'],
  )
  return `${counts ? `These move: ${counts}.` : 'Nothing has to move.'} News and reminders stay on only where both accounts want them. You can undo it.`
}
