import { Autocomplete } from '@mantine/core'
import { asText, type FieldProps, useField } from './fields.tsx'

/** A single-line text input that offers some values and takes any, bound to a field of the form. */
export function SuggestedField<Values>({
  suggestions,
  ...props
}: FieldProps<Values, string> & { suggestions: readonly string[] }) {
  const { value, ...field } = useField(props)
  return (
    <Autocomplete {...field} value={asText(value)} data={[...suggestions]} openOnFocus={false} autoComplete="off" />
  )
}
