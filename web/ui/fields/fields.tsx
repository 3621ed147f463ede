import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFieldWords } from './field-registry.tsx'

/** The names of the fields that can hold a value of that kind: a wrong name does not compile. */
export type FieldName<Values, Value> = {
  [Name in keyof Values]-?: Value extends Values[Name] ? Name : never
}[keyof Values] &
  string

/** What a field needs of a form: its values and the wires to one of them. Mantine's forms have both. */
export type FormOf<Values> = {
  values: Values
  getInputProps: (name: string) => {
    value?: unknown
    error?: ReactNode
    onChange: (value: unknown) => void
    onBlur?: () => void
    onFocus?: () => void
  }
}

export type FieldProps<Values, Value> = {
  form: FormOf<Values>
  name: FieldName<Values, Value>
  label: string
  /** May be left empty: shows no mark. */
  optional?: boolean
  disabled?: boolean
  description?: ReactNode
  placeholder?: string
}

/** What every field shares: value, error, required mark and the entry in the registry. */
export function useField<Values, Value>(
  { form, name, label, optional, disabled, description, placeholder }: FieldProps<Values, Value>,
  show?: (value: unknown) => string,
) {
  useFieldWords(name, label, show)
  const { value, error, onChange, onBlur, onFocus } = form.getInputProps(name)
  return {
    name,
    value,
    error,
    onChange,
    onBlur,
    onFocus,
    label,
    description,
    placeholder,
    required: !optional,
    disabled: disabled ?? false,
  }
}

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** One line of text, bound to a field of the form. */
export function TextField<Values>(props: FieldProps<Values, string>) {
  const { value, ...field } = useField(props)
  return <TextInput {...field} value={asText(value)} autoComplete="off" />
}

/** A number kept as the digits that were typed, with the number pad on a phone. */
export function NumberText<Values>(props: FieldProps<Values, string>) {
  const { value, ...field } = useField(props)
  return <TextInput {...field} value={asText(value)} inputMode="numeric" autoComplete="off" />
}

/** Several lines of text. Near `max` characters it says how many are used; what is too long is kept and told, never cut. */
export function TextareaField<Values>({ max, ...props }: FieldProps<Values, string> & { max: number }) {
  const { value, description, ...field } = useField(props)
  const used = asText(value).trim().length
  const near = used >= max * 0.8
  return (
    <Textarea
      {...field}
      value={asText(value)}
      autosize
      minRows={3}
      maxRows={8}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        near ? (
          <output>
            {used} of {max} characters
          </output>
        ) : (
          description
        )
      }
    />
  )
}
