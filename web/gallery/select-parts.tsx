import { SimpleGrid, Stack } from '@mantine/core'
import type { Reference } from '#contract/records.ts'
import { RecordSelect, SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Section, State } from './section.tsx'
import { useSampleForm } from './use-sample-form.ts'

const options = ['Travel Trailer', 'Fifth Wheel', `Park Model ${'with a very long name '.repeat(6)}`].map((label) => ({
  value: label,
  label,
}))
const records: Reference[] = options.map(({ value, label }) => ({ _id: value, name: label }))
const never = () => new Promise<{ data: Reference[] }>(() => {})

/** Dropdowns in all their states. */
export function SelectParts() {
  const form = useSampleForm()
  const chosen = useSampleForm({ choice: 'Fifth Wheel' })
  const long = useSampleForm({ choice: options[2]?.value ?? '' })
  const wrong = useSampleForm({}, 'Please select a value.')
  const shared = { name: 'choice', label: 'Choice', options } as const
  return (
    <Section title="Selects">
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
        <State name="Options">
          <Stack>
            <SelectField {...shared} form={form} label="Nothing selected" />
            <SelectField {...shared} form={chosen} label="Selected" />
            <SelectField {...shared} form={long} label="A long name" />
            <SelectField {...shared} form={wrong} label="Error" />
            <SelectField {...shared} form={chosen} label="Disabled" disabled />
          </Stack>
        </State>
        <State name="Loading, empty, failed">
          <Stack>
            <SelectField {...shared} form={form} label="Loading" options={[]} loading />
            <SelectField {...shared} form={form} label="Empty" options={[]} empty="There is no active RV type yet." />
            <SelectField {...shared} form={form} label="Failed" options={[]} onRetry={() => {}} />
          </Stack>
        </State>
        <State name="Record selects">
          <Stack>
            <RecordSelect
              form={form}
              name="choice"
              label="Records"
              from={() => ({ queryKey: ['parts', 'records'], queryFn: () => ({ data: records }) })}
            />
            <RecordSelect
              form={chosen}
              name="choice"
              label="Inactive record"
              current={{ _id: 'Fifth Wheel', name: 'Fifth Wheel' }}
              from={() => ({ queryKey: ['parts', 'none'], queryFn: () => ({ data: [] as Reference[] }) })}
            />
            <RecordSelect
              form={form}
              name="choice"
              label="Loading records"
              from={() => ({ queryKey: ['parts', 'never'], queryFn: never })}
            />
            <SearchedRecordSelect
              form={form}
              name="choice"
              label="Searched records"
              from={(search) => ({
                queryKey: ['parts', 'search', search],
                queryFn: () => ({ data: records.filter(({ name }) => name.includes(search)) }),
              })}
            />
          </Stack>
        </State>
      </SimpleGrid>
    </Section>
  )
}
