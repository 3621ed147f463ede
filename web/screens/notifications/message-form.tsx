import { Button, Group, Paper, Radio, Stack, Text, Title } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import type { FormEvent } from 'react'
import {
  type composedFields,
  MESSAGE_CHARACTERS,
  purposes,
  purposeWords,
  TITLE_CHARACTERS,
} from '#contract/notifications.ts'
import { formKeys } from '#web/forms/form-keys.ts'
import type { useContractForm } from '#web/forms/use-contract-form.ts'
import { DraftNotice } from '#web/records/record/draft-notice.tsx'
import { notAgreed } from '#web/shared-forms/conditions/held-back.ts'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { Agreed } from './agreed.ts'
import { LockScreens, phones } from './lock-screens.tsx'
import type { Recipients } from './selection.ts'
import { type Meant, recipientsText } from './selection-words.ts'
import { TemplateSelect } from './template-select.tsx'

type MessageFormProps = {
  message: ReturnType<typeof useContractForm<typeof composedFields, unknown>>
  selection: Recipients
  /** How many of them have agreed to news, where it is news. */
  agreed: Agreed
  /** The draft that the form started with: whom it meant, and what forgets it. */
  restored: { meant: Meant | undefined; discard: () => void } | undefined
  /** Leads to the list of users, where that is below. */
  onChoose: (() => void) | undefined
  onSend: () => void
  onCancel: () => void
}

/** The form of a message, with previews on phones. */
export function MessageForm({ message, selection, agreed, restored, onChoose, onSend, onCancel }: MessageFormProps) {
  const { form, alert, valid, busy, stop } = message
  const { title, description } = form.values
  function submit(event: FormEvent) {
    event.preventDefault()
    onSend()
  }
  return (
    <Paper withBorder p="lg">
      <Title order={2} mb="md">
        Message
      </Title>
      <form onSubmit={submit} {...formKeys} noValidate aria-label="Notification">
        {restored && (
          <DraftNotice onDiscard={restored.discard}>
            {`Restored from your draft.${restored.meant ? ` Recipients: ${recipientsText(restored.meant)}.` : ''}`}
          </DraftNotice>
        )}
        <FormAlert message={alert} />
        <Stack>
          <TemplateSelect written={form.values} onFill={(written) => form.setValues(written)} />
          <Radio.Group
            label="Purpose"
            description="News goes only to those who have agreed to it, and says how to stop it."
            {...form.getInputProps('purpose')}
          >
            <Group mt={6}>
              {purposes.map((purpose) => (
                <Radio key={purpose} value={purpose} label={purposeWords[purpose]} />
              ))}
            </Group>
          </Radio.Group>
          <TextField
            form={form}
            name="title"
            label="Title"
            description={<CharacterCount text={title} most={TITLE_CHARACTERS} part="title" />}
          />
          <TextareaField
            form={form}
            name="description"
            label="Message"
            // The description counts the characters.
            max={Number.POSITIVE_INFINITY}
            description={<CharacterCount text={description} most={MESSAGE_CHARACTERS} part="body" />}
          />
        </Stack>
        <Group gap="xs" mt="lg" justify="space-between">
          <Text size="sm">
            {selection.count || selection.all
              ? `To: ${recipientsText(selection)}`
              : `To: no one yet. ${selection.words === undefined ? 'Select users in the list.' : 'Say who by conditions.'}`}
          </Text>
          {agreed.noConsent > 0 && (
            <Text size="sm" fw={600} component="output">
              {notAgreed(agreed.noConsent)}
            </Text>
          )}
          {agreed.error && (
            <Text size="sm" c="red" component="output">
              {agreed.error.message}
            </Text>
          )}
          {onChoose && (
            <Button variant="default" size="xs" onClick={onChoose}>
              {selection.words === undefined ? 'Choose users' : 'Change the conditions'}
            </Button>
          )}
        </Group>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={busy ? stop : onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={!valid} loading={busy}>
            Send
          </Button>
        </Group>
      </form>
      <LockScreens title={title} body={description} />
    </Paper>
  )
}

/** The number of characters, and which phones will truncate the text. */
function CharacterCount({ text, most, part }: { text: string; most: number; part: 'title' | 'body' }) {
  const used = text.trim().length
  const cutting = phones.filter((phone) => used > phone[part])
  return (
    <span>
      <span>{`${used} of ${most} characters.`}</span>{' '}
      {cutting.length > 0 && (
        <Text span inherit fw={600} c="var(--mantine-color-text)">
          <TriangleAlert size={12} aria-hidden style={{ verticalAlign: '-1px' }} />{' '}
          <span>
            {`Cut off on ${cutting.map((phone) => `${phone.name} after about ${phone[part]}`).join(', on ')}.`}
          </span>
        </Text>
      )}
    </span>
  )
}
