import { Checkbox, Radio, Stack, Text, Title } from '@mantine/core'
import type { Kept } from '#contract/owner/owners-data.ts'
import { ERASE_DAYS, eraseFields, NOTE_CHARACTERS, privacy } from '#contract/privacy.ts'
import type { User } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { formatDate } from '#web/ui/format.ts'

/** What an erase removes. */
const goes = [
  'Name, email, password, social account, state and postal code',
  'RVs, checklists and maintenance items that the user has added',
  'Devices, sessions, codes, and emails that wait',
  'What the history, searches, views and imported files say of them',
  'What the user agreed to',
]

type EraseDialogProps = { user: User; kept: Kept[]; onClose: () => void }

/** Asks who wants an owner to be erased, says what goes and what stays, and has it done. */
export function EraseDialog({ user, kept, onClose }: EraseDialogProps) {
  const contractForm = useContractForm({
    schema: eraseFields.omit({ user_id: true }),
    values: { asked_by: '' as 'owner', verified_by: '' as 'other', note: '', now: false },
    send: (fields, { signal }) => call(privacy.erase, { ...fields, user_id: user._id }, { signal }),
    onSent: ({ message }) => {
      toastSuccess(message)
      shown.close()
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  return (
    <FormDialog title="Erase User" action={form.values.now ? 'Erase now' : 'Erase'} form={contractForm} shown={shown}>
      <Stack>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {fullNameOf('users', user)}
        </Text>
        <Facts title="This goes" lines={goes} />
        <Facts title="This stays" lines={kept.map(inLine)} />
        <Radio.Group label="Who asked for it?" required {...form.getInputProps('asked_by')}>
          <Stack gap="xs" mt={6}>
            <Radio value="owner" label="The user" />
            <Radio value="agent" label="Somebody who acts for the user" />
          </Stack>
        </Radio.Group>
        <Radio.Group label="How was it checked that it is them?" required {...form.getInputProps('verified_by')}>
          <Stack gap="xs" mt={6}>
            <Radio value="mailed_code" label="By a code that was emailed to them" />
            <Radio value="password" label="By their password" />
            <Radio value="other" label="In another way" />
          </Stack>
        </Radio.Group>
        <TextareaField form={form} name="note" label="Note" max={NOTE_CHARACTERS} optional />
        <Checkbox
          label="Erase at once"
          description={`Otherwise it is done in ${ERASE_DAYS} days. Until then you can call it off here, and the user by signing in.`}
          {...form.getInputProps('now', { type: 'checkbox' })}
        />
      </Stack>
    </FormDialog>
  )
}

const inLine = ({ what, why, until }: Kept) => `${what}${until ? `, until ${formatDate(until)}` : ''}. ${why}`

function Facts({ title, lines }: { title: string; lines: string[] }) {
  return (
    <section aria-label={title}>
      <Title order={3} fz="sm">
        {title}
      </Title>
      <ul style={{ margin: '4px 0 0', paddingInlineStart: '1.25rem' }}>
        {lines.map((line) => (
          <li key={line}>
            <Text span size="sm">
              {line}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
