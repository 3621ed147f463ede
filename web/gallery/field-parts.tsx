import { SimpleGrid, Stack } from '@mantine/core'
import { EmailField, OneTimeCodeField } from '#web/ui/account/account-fields.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { NumberField, TextField } from '#web/ui/fields/fields.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx'
import type { ImageUpload } from '#web/ui/rich-text/use-image-uploads.ts'
import { Section, State } from './section.tsx'
import { type SampleValues, useSampleForm } from './use-sample-form.ts'

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const LONG = `${LONG_WORD} ${'and a very long text that does not fit '.repeat(8)}`
const RICH = `<h2>Winterizing</h2><p>Drain the <strong>fresh water</strong> tank. <a href="https://example.com">More</a></p><ul><li><p>Open the valve</p></li><li><p>${LONG_WORD}</p></li></ul><table><tbody><tr><th><p>Tank</p></th><th><p>Liters</p></th></tr><tr><td><p>Fresh</p></td><td><p>120</p></td></tr></tbody></table>`

const filled: Partial<SampleValues> = {
  name: 'Travel Trailer',
  long: 'Keeps the water pump from freezing.',
  number: '12',
  date: '2027-03-01',
  password: 'secret-Password1',
  content: RICH,
}
const tooLong: Partial<SampleValues> = { name: LONG, long: LONG, number: '1'.repeat(60), date: '02-30-2027' }

/** Text inputs in all their states. */
export function FieldParts() {
  return (
    <Section title="Fields">
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        <Fields name="Empty" />
        <Fields name="Filled" values={filled} />
        <Fields name="Error" values={filled} error="Please enter a valid value for this field." />
        <Fields name="Disabled" values={filled} disabled />
        <Fields name="Too long" values={tooLong} error="Please use at most 100 characters for this field." />
      </SimpleGrid>
    </Section>
  )
}

type FieldsProps = { name: string; values?: Partial<SampleValues>; error?: string; disabled?: boolean }

function Fields({ name, values, error, disabled = false }: FieldsProps) {
  const form = useSampleForm(values, error)
  return (
    <State name={name}>
      <Stack>
        <TextField form={form} name="name" label="Text" placeholder="Placeholder" disabled={disabled} />
        <TextareaField form={form} name="long" label="Long text" max={100} optional disabled={disabled} />
        <NumberField form={form} name="number" label="Number" description="A description" disabled={disabled} />
        <DateField form={form} name="date" label="Date" disabled={disabled} />
        <EmailField form={form} name="name" disabled={disabled} />
        <OneTimeCodeField form={form} name="number" label="One-time code" length={6} disabled={disabled} />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="new-password"
          criteria={['8 characters', 'a digit']}
          disabled={disabled}
        />
      </Stack>
    </State>
  )
}

/** The rich text editor in all its states. */
export function RichTextParts() {
  return (
    <Section title="Rich text">
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <RichText name="Empty, with videos" />
        <RichText name="Filled, with upload" values={filled} uploadImage={() => Promise.resolve('/favicon.svg')} />
        <RichText name="Upload that fails" uploadImage={() => Promise.reject(new Error('Could not upload file.'))} />
        <RichText name="Error" values={filled} error="Please enter the content." />
        <RichText name="Disabled" values={filled} disabled />
      </SimpleGrid>
    </Section>
  )
}

type RichTextProps = FieldsProps & { uploadImage?: ImageUpload }

function RichText({ name, values, error, disabled = false, uploadImage }: RichTextProps) {
  const form = useSampleForm(values, error)
  return (
    <State name={name}>
      <RichTextField
        form={form}
        name="content"
        label="Content"
        disabled={disabled}
        videos
        {...(uploadImage && { uploadImage })}
      />
    </State>
  )
}
