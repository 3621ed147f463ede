import { Autocomplete, Combobox } from '@mantine/core'
import { asText, type FieldProps, useField } from './fields.tsx'
import { SpokenChoices } from './spoken-choices.tsx'
import { useDropdown } from './use-dropdown.ts'

/** A single-line text input that offers some values and takes any, bound to a field of the form. */
export function SuggestedField<Values>({
  suggestions,
  ...props
}: FieldProps<Values, string> & { suggestions: readonly string[] }) {
  const { value, ...field } = useField(props)
  const dropdown = useDropdown()
  return (
    <SpokenChoices>
      <Autocomplete
        {...field}
        {...dropdown.props}
        value={asText(value)}
        data={[...suggestions]}
        rightSection={<Combobox.Chevron />}
        rightSectionPointerEvents="none"
        autoComplete="off"
      />
    </SpokenChoices>
  )
}
