import { SimpleGrid } from '@mantine/core'
import type { Publishing } from '#contract/publishing.ts'
import { officeTimeZone } from '#web/forms/office-time.ts'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { MomentField } from '#web/ui/fields/moment-field.tsx'

type Dates = { publish_at: string; unpublish_at: string }

/** What the form of a record that is published at a time begins with. */
export const datesOf = (record: Publishing | undefined): Dates => ({
  publish_at: record?.publish_at ?? '',
  unpublish_at: record?.unpublish_at ?? '',
})

/** When owners begin and cease to see a record. */
export function PublishingFields({ form }: { form: unknown }) {
  const dates = { form: form as FormOf<Dates>, zone: officeTimeZone() }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <MomentField {...dates} name="publish_at" optional />
      <MomentField {...dates} name="unpublish_at" optional />
    </SimpleGrid>
  )
}
