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

type OneTimeCodeFieldProps<Values> = FieldProps<Values, string> & {
  length: number
  /** Digits only, by default. */
  numeric?: boolean
}

/** A code without the spaces and dashes that it is written with, and without what nobody sees. */
const bare = (typed: string) => typed.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '')

/**
 * A one-time code of at most `length` characters, not counting spaces and dashes, with the phone's autofill for codes.
 */
export function OneTimeCodeField<Values>({ length, numeric = true, ...props }: OneTimeCodeFieldProps<Values>) {
  const { value, onChange, ...field } = useField(props)
  return (
    <TextInput
      {...field}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(bare(typed).length > length ? bare(typed).slice(0, length) : typed)
      }
      inputMode={numeric ? 'numeric' : 'text'}
      autoComplete={numeric ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      withAsterisk={false}
      data-autofocus
    />
  )
}
