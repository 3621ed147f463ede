import { TextInput } from '@mantine/core'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'

type OwnLabel<Values> = Omit<FieldProps<Values, string>, 'label'>

/** The e-mail address for the sign-in, with autofill as user name. */
export function EmailField<Values>(props: OwnLabel<Values>) {
  const { value, ...field } = useField({ ...props, label: 'Email' })
  return (
    <TextInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      withAsterisk={false}
      data-autofocus
    />
  )
}

/** A one-time code of at most `length` digits, with the phone's autofill for codes. */
export function OneTimeCodeField<Values>({ length, ...props }: FieldProps<Values, string> & { length: number }) {
  const { value, ...field } = useField(props)
  return (
    <TextInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={length}
      withAsterisk={false}
      data-autofocus
    />
  )
}
