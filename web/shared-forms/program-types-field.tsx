import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { programTypes } from '#contract/keys.ts'
import { titleOf } from '#web/records/shared/record-words.ts'
import { SpokenChoices } from '#web/ui/fields/spoken-choices.tsx'

const choices = programTypes.map((value) => ({ value, label: titleOf(value) }))

/** The kinds of records that a program may read, or is told of. */
export const ProgramTypesField = (props: Pick<MultiSelectProps, 'value' | 'description'>) => (
  <SpokenChoices>
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
  </SpokenChoices>
)
