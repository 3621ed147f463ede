import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { plural } from '#contract/plural.ts'
import { mergeForm, NOTE_CHARACTERS, privacy, type ToMove } from '#contract/privacy.ts'
import { type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import { Planned } from '#web/records/plan/planned.tsx'
import { usePlan } from '#web/records/plan/use-plan.ts'
import { choicesInput } from '#web/records/record/choices-input.ts'
import { SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { formatCount, formatCounts } from '#web/ui/format.ts'

type MergeDialogProps = { user: User; onClose: () => void }

/** Asks which account stays and how it was checked that both are one person's, says what moves, and merges them. */
export function MergeDialog({ user, onClose }: MergeDialogProps) {
  const [intoId, setIntoId] = useState('')
  const which = { user_id: user._id, into_id: intoId, preview: true }
  const plan = usePlan(privacy.merge, intoId ? which : undefined)
  const contractForm = useContractForm({
    schema: mergeForm,
    values: { into_id: '', verified_by: '' as 'other', note: '' },
    send: (fields, { signal }) =>
      call(privacy.merge, { ...fields, user_id: user._id, expect: plan.answer?.data.expect }, { signal }),
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  const valid = contractForm.valid && plan.answer !== undefined && !plan.isLooking
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
        {intoId && <Planned plan={plan}>{({ data }) => <Text size="sm">{movedWords(data)}</Text>}</Planned>}
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

const movedWords = ({ rvs, same_rvs, checklists, maintenance_items, devices, notifications }: ToMove) => {
  const counts = formatCounts(
    [rvs, 'RV'],
    [checklists, 'checklist'],
    [maintenance_items, 'maintenance item'],
    [devices, 'phone'],
    [notifications, 'message'],
  )
  const both = same_rvs
    ? ` ${formatCount(same_rvs, 'RV')} ${plural(same_rvs, 'is', 'are')} in both accounts: ${plural(same_rvs, 'that', 'those')} of the account that stays ${plural(same_rvs, 'is', 'are')} kept, with the numbers that ${plural(same_rvs, 'it lacks', 'they lack')}.`
    : ''
  return `${counts ? `These move: ${counts}.` : 'Nothing has to move.'}${both} News and reminders stay on only where both accounts want them. You can undo it.`
}
