import { Checkbox, Group } from '@mantine/core'
import { type Regulator, regulators, regulatorWords } from '#contract/campaigns.ts'
import { type FieldProps, useField } from '#web/ui/fields/fields.tsx'

/** The regulators that are told of a campaign. */
export function RegulatorsField<Values>(props: FieldProps<Values, Regulator[]>) {
  const { value, onChange, label, error, description } = useField(props, (some) =>
    (some as Regulator[]).map((one) => regulatorWords[one]).join(', '),
  )
  return (
    <Checkbox.Group
      label={label}
      error={error}
      description={description}
      value={value as string[]}
      onChange={(some) => onChange(some)}
    >
      <Group mt={4}>
        {regulators.map((one) => (
          <Checkbox key={one} value={one} label={regulatorWords[one]} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}
