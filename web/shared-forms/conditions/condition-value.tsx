import { Group, MultiSelect, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { platforms } from '#contract/owner/platforms.ts'
import { fieldWords, type Line, refusalOf } from './conditions.ts'
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

/** Within a sentence, the label is not shown once there is a number: the words beside it say what it is. */
type NumberProps = {
  label: string
  value: unknown
  error: string | null
  onChange: (value: number | undefined) => void
  inSentence?: boolean
}

const numberIn = (typed: unknown) => (typed === '' || !Number.isFinite(Number(typed)) ? undefined : Number(typed))

function Amount({ label, value, error, onChange, inSentence = false }: NumberProps) {
  // What is typed on the way to a number, such as "-" and "39.", must not be taken away.
  const [typed, setTyped] = useState<number | string>('')
  const known = typeof value === 'number' ? value : undefined
  return (
    <NumberInput
      {...(inSentence ? { 'aria-label': label, placeholder: label } : { label })}
      flex={inSentence ? '1 1 80px' : '1 1 100px'}
      maw={error ? 220 : 140}
      error={error}
      value={numberIn(typed) === known ? typed : (known ?? '')}
      allowDecimal={!inSentence}
      allowNegative={!inSentence}
      hideControls
      onChange={(typed) => {
        setTyped(typed)
        onChange(numberIn(typed))
      }}
    />
  )
}

function Near({ line, onChange }: ValueProps) {
  const value = (line.value ?? {}) as Record<string, unknown>
  const part = (name: string, label: string) => (
    <Amount
      label={label}
      value={value[name]}
      error={refusalOf(line, 'value', name)}
      onChange={(to) => onChange({ ...line, value: { ...value, [name]: to } })}
    />
  )
  return (
    <Group gap="xs">
      {part('latitude', 'Latitude')}
      {part('longitude', 'Longitude')}
      {part('miles', 'Within miles')}
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
        inSentence
        label={isBetween ? 'First day' : 'Days'}
        value={value}
        error={refusalOf(line, 'value')}
        onChange={(value) => onChange({ ...line, value })}
      />
      {isBetween && <Text size="sm">and</Text>}
      {isBetween && (
        <Amount
          inSentence
          label="Last day"
          value={value_to}
          error={refusalOf(line, 'value_to')}
          onChange={(value_to) => onChange({ ...line, value_to })}
        />
      )}
      <Text size="sm">days from today</Text>
    </Group>
  )
}
