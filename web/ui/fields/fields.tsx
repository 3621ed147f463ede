import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type FieldKind, useFieldLabel, useRegisterField } from './field-registry.tsx'

/** The names of the fields whose type accepts the value; others do not compile. */
export type FieldName<Values, Value> = {
  [Name in keyof Values]-?: Value extends Values[Name] ? Name : never
}[keyof Values] &
  string

/** The part of a Mantine form that a field needs. */
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
  /** By default the label that the surrounding form has for the field. */
  label?: string
  /** Not required: shows no asterisk. */
  optional?: boolean
  disabled?: boolean
  description?: ReactNode
  placeholder?: string
}

/** Props that all fields share, taken from the form. Registers the field; `format` makes its value readable. */
export function useField<Values, Value>(
  { form, name, label: own, optional, disabled, description, placeholder }: FieldProps<Values, Value>,
  format?: (value: unknown) => string,
  kind?: FieldKind,
) {
  const label = useFieldLabel(name, own)
  useRegisterField(name, label, format, kind)
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
    // For spelling, hyphenation and screen readers.
    lang: name.endsWith('_fr') ? 'fr' : undefined,
    required: !optional && !disabled,
    disabled: disabled ?? false,
  }
}

/** What a text input shows of a value. */
export const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A single-line text input bound to a field of the form. */
export function TextField<Values>(props: FieldProps<Values, string>) {
  const { value, ...field } = useField(props)
  return <TextInput {...field} value={asText(value)} autoComplete="off" />
}

/** A text input for digits, with the numeric keyboard on phones. The value stays the typed text. */
export function NumberField<Values>(props: FieldProps<Values, string>) {
  const { value, ...field } = useField(props)
  return <TextInput {...field} value={asText(value)} inputMode="numeric" autoComplete="off" />
}
