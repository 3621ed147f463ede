import { Input, Stack } from '@mantine/core'
import { counted } from '#contract/plural.ts'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'
import { linesOf } from './conditions.ts'
import { Conditions } from './conditions.tsx'
import { Meant } from './meant.tsx'
import { useMeant } from './use-meant.ts'

/** The conditions of an audience with whom they mean now, bound to a field of the form. */
export function ConditionsField<Values>(props: FieldProps<Values, unknown>) {
  const { value, onChange, label } = useField(props, (value) => counted(linesOf(value).parts.length, 'condition'))
  return (
    <Stack component="fieldset" gap="xs" p={0} m={0} miw={0} bd={0} aria-label={label}>
      <Input.Label component="div" required>
        {label}
      </Input.Label>
      <Meant {...useMeant(value, 'service')} />
      <Conditions value={value} onChange={onChange} />
    </Stack>
  )
}
