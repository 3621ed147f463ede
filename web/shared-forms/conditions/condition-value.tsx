import { Group, MultiSelect, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { platforms } from '#contract/owner/platforms.ts'
import { fieldWords, type Line } from './conditions.ts'
import { ModelChoices, RvTypeChoices, YearChoices } from './record-choices.tsx'

type ValueProps = { line: Line; onChange: (line: Line) => void }

const recordChoices = { rv_type_id: RvTypeChoices, year_id: YearChoices, model_id: ModelChoices }
const platformNames = { ios: 'iOS', android: 'Android', web: 'The web' }
const platformOptions = platforms.map((value) => ({ value, label: platformNames[value] }))

const listed = (value: unknown) => [value ?? []].flat() as string[]

/** What a condition is compared with: the inputs of its field. */
export function ConditionValue({ line, onChange }: ValueProps) {
  const { field, value } = line
  const label = fieldWords[field]
  const choose = (value: string[]) => onChange({ field, op: 'in', value })
  switch (field) {
    case 'rv_type_id':
    case 'year_id':
    case 'model_id': {
      const Choices = recordChoices[field]
      return <Choices label={label} value={listed(value)} onChange={choose} />
    }
    case 'platform':
      return <MultiSelect aria-label={label} data={platformOptions} value={listed(value)} onChange={choose} />
    case 'state':
      return (
        <TagsInput
          aria-label={label}
          placeholder={listed(value).length ? undefined : 'Nevada, or NV'}
          value={listed(value)}
          onChange={choose}
          acceptValueOnBlur
        />
      )
    case 'has_rv':
      return (
        <Select
          aria-label={label}
          data={['Yes', 'No']}
          value={value === false ? 'No' : 'Yes'}
          onChange={(answer) => onChange({ ...line, value: answer === 'Yes' })}
          allowDeselect={false}
        />
      )
    case 'last_seen_before':
      return (
        <TextInput
          aria-label={label}
          type="date"
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange({ ...line, value: currentTarget.value })}
        />
      )
    case 'near':
      return <Near line={line} onChange={onChange} />
    case 'warranty_ends_in':
    case 'maintenance_due_in':
      return <Days line={line} onChange={onChange} />
  }
}

type NumberProps = { label: string; value: unknown; onChange: (value: number | undefined) => void; decimals?: boolean }

const Amount = ({ label, value, onChange, decimals = false }: NumberProps) => (
  <NumberInput
    aria-label={label}
    placeholder={label}
    w={116}
    value={typeof value === 'number' ? value : ''}
    allowDecimal={decimals}
    hideControls
    onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
  />
)

function Near({ line, onChange }: ValueProps) {
  const value = (line.value ?? {}) as Record<string, unknown>
  const part = (name: string, label: string) => (
    <Amount
      label={label}
      value={value[name]}
      decimals
      onChange={(to) => onChange({ ...line, value: { ...value, [name]: to } })}
    />
  )
  return (
    <Group gap="xs">
      {part('latitude', 'Latitude')}
      {part('longitude', 'Longitude')}
      <Text size="sm">within</Text>
      {part('miles', 'Miles')}
    </Group>
  )
}

const spans = [
  { value: 'within', label: 'within' },
  { value: 'between', label: 'between' },
]

function Days({ line, onChange }: ValueProps) {
  const { field, op, value, value_to } = line
  const isBetween = op === 'between'
  return (
    <Group gap="xs">
      <Select
        aria-label={`${fieldWords[field]}: from when`}
        w={116}
        data={spans}
        value={op}
        onChange={(next) => onChange({ field, op: next ?? 'within', value })}
        allowDeselect={false}
      />
      <Amount
        label={isBetween ? 'First day' : 'Days'}
        value={value}
        onChange={(value) => onChange({ ...line, value })}
      />
      {isBetween && <Text size="sm">and</Text>}
      {isBetween && (
        <Amount label="Last day" value={value_to} onChange={(value_to) => onChange({ ...line, value_to })} />
      )}
      <Text size="sm">days from today</Text>
    </Group>
  )
}
