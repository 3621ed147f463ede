import { Alert, SimpleGrid } from '@mantine/core'
import type { Publishing } from '#contract/publishing.ts'
import { formatOfficeTime, officeTimeZone } from '#web/forms/office-time.ts'
import { isSeenAt } from '#web/records/preview/published-notice.tsx'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { MomentField } from '#web/ui/fields/moment-field.tsx'

type Dates = { publish_at: string; unpublish_at: string }

/** What the form of a record that is published at a time begins with. */
export const datesOf = (record: Publishing | undefined): Dates => ({
  publish_at: record?.publish_at ?? '',
  unpublish_at: record?.unpublish_at ?? '',
})

type PublishingFieldsProps = {
  form: unknown
  /** What owners call it. */
  noun: 'page' | 'picture'
  /** The record as it is stored; undefined for a new one. */
  record: (Publishing & { is_deleted: boolean; is_prepared?: boolean }) | undefined
}

/** When owners begin and cease to see a record, and what that takes from them. */
export function PublishingFields({ form, noun, record }: PublishingFieldsProps) {
  const typed = form as FormOf<Dates>
  const dates = { form: typed, zone: officeTimeZone() }
  const loss = record && whatIsLost(record, typed.values, noun)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MomentField {...dates} name="publish_at" optional />
        <MomentField {...dates} name="unpublish_at" optional />
      </SimpleGrid>
      <div role="status">
        {loss && (
          <Alert variant="light" color="amber" p="xs" role="note">
            {loss}
          </Alert>
        )}
      </div>
    </>
  )
}

/** What owners who see a record lose by other dates: 'Owners lose this page until 1 Dec, 08:00.'; undefined for nothing. */
export function whatIsLost(
  record: Publishing & { is_deleted: boolean; is_prepared?: boolean },
  dates: Partial<Publishing>,
  noun: string,
  now = new Date().toISOString(),
) {
  if (record.is_deleted || record.is_prepared || !isSeenAt(record, now) || isSeenAt(dates, now)) return undefined
  const { publish_at: from } = dates
  return from && from > now
    ? `Owners lose this ${noun} until ${formatOfficeTime(from)}.`
    : `Owners lose this ${noun} as soon as you save.`
}
