import { type FieldProps, TextField } from '#web/ui/fields/fields.tsx'

/** What another system calls a record. */
export const ExternalIdField = <Values,>(props: FieldProps<Values, string>) => (
  <TextField
    {...props}
    optional
    description={
      props.disabled ? undefined : 'What another system, such as your ERP, calls it. Imports find it by this.'
    }
  />
)
