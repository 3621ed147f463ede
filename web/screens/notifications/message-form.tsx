import { Button, Group, Paper, Radio, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Language, languageNames } from '#contract/french.ts'
import { MESSAGE_CHARACTERS, purposes, purposeWords, TITLE_CHARACTERS } from '#contract/message-fields.ts'
import { PLACEHOLDERS_HINT } from '#contract/placeholders.ts'
import { hasFrench } from '#web/api/settings.ts'
import { formKeys } from '#web/forms/form-keys.ts'
import type { useContractForm } from '#web/forms/use-contract-form.ts'
import { DraftNotice } from '#web/records/record/draft-notice.tsx'
import { chosenHeldBackWords } from '#web/shared-forms/conditions/held-back.ts'
import { LinkFields } from '#web/shared-forms/message-links.tsx'
import { WithFrench } from '#web/shared-forms/with-french.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { TextField } from '#web/ui/fields/fields.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import type { Agreed } from './agreed.ts'
import { FilledPreview, type WrittenText } from './filled-preview.tsx'
import { phones } from './lock-screens.tsx'
import type { Recipients } from './selection.ts'
import { type Meant, recipientsText } from './selection-words.ts'
import { SendTest } from './send-test.tsx'
import { TemplateSelect } from './template-select.tsx'
import { WhenFields, type writtenFields } from './when-sent.tsx'

const LANGUAGES = Object.entries(languageNames).map(([value, label]) => ({ value, label }))

type MessageFormProps = {
  message: ReturnType<typeof useContractForm<typeof writtenFields, unknown>>
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
  const { title, description, title_fr, description_fr } = form.values
  const [reads, setReads] = useState<Language>('en')
  const isInFrench = hasFrench() && Boolean(title_fr || description_fr)
  const text: WrittenText =
    isInFrench && reads === 'fr'
      ? { title: title_fr, description: description_fr, language: 'fr' }
      : { title, description, language: 'en' }
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
          <TemplateSelect
            written={form.values}
            onFill={(written) => form.setValues({ ...written, title_fr: '', description_fr: '' })}
          />
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
          <WithFrench form={form} name="title" label="Title">
            {(field) => (
              <TextField
                form={form}
                {...field}
                description={<CharacterCount text={form.values[field.name]} most={TITLE_CHARACTERS} part="title" />}
              />
            )}
          </WithFrench>
          <WithFrench form={form} name="description" label="Message">
            {(field) => <MessageText form={form} {...field} />}
          </WithFrench>
          <LinkFields form={form} />
          <WhenFields form={form} purpose={form.values.purpose} />
        </Stack>
        <Group gap="xs" mt="lg" justify="space-between">
          <Text size="sm">
            {selection.count || selection.all
              ? `To: ${recipientsText(selection)}`
              : `To: no one yet. ${selection.words === undefined ? 'Select users in the list.' : 'Say who by conditions.'}`}
          </Text>
          {chosenHeldBackWords(agreed.heldBack).map((words) => (
            <Text key={words} size="sm" fw={600} component="output">
              {words}
            </Text>
          ))}
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
            {form.values.when === 'now' ? 'Send' : 'Schedule'}
          </Button>
        </Group>
      </form>
      {isInFrench && (
        <SegmentedControl
          aria-label="Language of preview and test"
          size="xs"
          mt="lg"
          data={LANGUAGES}
          value={text.language}
          onChange={(language) => setReads(language as Language)}
        />
      )}
      <FilledPreview written={text} />
      <SendTest written={{ ...form.values, ...text }} />
    </Paper>
  )
}

type MessageTextProps = {
  form: MessageFormProps['message']['form']
  name: 'description' | 'description_fr'
  label?: string
  optional?: boolean
}

function MessageText({ form, name, ...shown }: MessageTextProps) {
  return (
    <TextareaField
      form={form}
      name={name}
      {...shown}
      // The description counts the characters.
      max={Number.POSITIVE_INFINITY}
      description={
        <>
          <CharacterCount text={form.values[name]} most={MESSAGE_CHARACTERS} part="body" /> {PLACEHOLDERS_HINT}
        </>
      }
    />
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
