import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { programTypes } from '#contract/keys.ts'
import { titleOf } from '#web/records/shared/record-words.ts'

const choices = programTypes.map((value) => ({ value, label: titleOf(value) }))

/** The kinds of records that a program is let at, or told of. */
export const ProgramTypesField = (props: Pick<MultiSelectProps, 'value' | 'description'>) => (
  <MultiSelect
    label="Kinds of records"
    required
    data={choices}
    searchable
    clearable
    hidePickedOptions
    placeholder={props.value?.length ? undefined : 'Choose kinds'}
    {...props}
  />
)
