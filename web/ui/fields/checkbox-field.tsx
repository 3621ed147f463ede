import { Checkbox } from '@mantine/core'
import { type FieldProps, useField } from './fields.tsx'

/** A box to tick, bound to a field that is true or false. Apart from the other fields: the login page has none. */
export function CheckboxField<Values>(props: FieldProps<Values, boolean>) {
  const { value, required: _required, placeholder: _placeholder, ...field } = useField(props, yesOrNo)
  return <Checkbox {...field} checked={value === true} />
}

const yesOrNo = (value: unknown) => (value === true ? 'Yes' : 'No')
