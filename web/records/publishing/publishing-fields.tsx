import { Alert, Button, Group, SimpleGrid } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { records } from '#contract/changes.ts'
import type { LaterType } from '#contract/kinds.ts'
import type { LaterEdits, Publishing } from '#contract/publishing.ts'
import { call } from '#web/api/call.ts'
import { formatOfficeTime, officeTimeZone } from '#web/forms/office-time.ts'
import { isSeenAt } from '#web/records/preview/published-notice.tsx'
import { toastError } from '#web/ui/feedback/toast.ts'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { MomentField } from '#web/ui/fields/moment-field.tsx'

type Dates = { publish_at: string; unpublish_at: string }

/** What the form of a record with publishing dates begins with. */
export const datesOf = (record: Publishing | undefined): Dates => ({
  publish_at: record?.publish_at ?? '',
  unpublish_at: record?.unpublish_at ?? '',
})

type DatesForm = FormOf<Dates & { edits_at?: string }> & { setFieldValue: (name: string, value: string) => void }

type PublishingFieldsProps = {
  form: unknown
  /** What owners call it. */
  noun: 'page' | 'picture'
  /** The record as it is stored; undefined for a new one. */
  record: (Publishing & Partial<LaterEdits> & { is_deleted: boolean; is_prepared?: boolean }) | undefined
  /** Of a page, whose edits can wait. */
  later?: { record_type: LaterType; record_id: string } | undefined
}

/** When owners begin and cease to see a record, and what that takes from them. */
export function PublishingFields({ form, noun, record, later }: PublishingFieldsProps) {
  const typed = form as DatesForm
  const dates = { form: typed, zone: officeTimeZone() }
  const loss = record && whatIsLost(record, typed.values, noun)
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MomentField {...dates} name="publish_at" optional />
        <MomentField {...dates} name="unpublish_at" optional />
      </SimpleGrid>
      {loss && (
        <Alert variant="light" color="amber" p="xs" role="note">
          <Group justify="space-between" gap="xs">
            <output>{loss}</output>
            {later && isAhead(typed.values.publish_at) && (
              <Button size="compact-sm" variant="default" onClick={() => scheduleEdits(typed, record)}>
                Publish these edits on…
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {later && <WaitingEdits form={typed} saved={record?.edits_at ?? null} {...later} />}
    </>
  )
}

const isAhead = (at: string) => at > new Date().toISOString()

/** Makes the edits of a form wait until the moment that was typed, while the record stays published as it is. */
function scheduleEdits({ values, setFieldValue }: DatesForm, record: Publishing | undefined) {
  setFieldValue('edits_at', values.publish_at)
  setFieldValue('publish_at', record?.publish_at ?? '')
}

type WaitingEditsProps = {
  form: DatesForm
  /** The moment for which those that wait already are scheduled. */
  saved: string | null
  record_type: LaterType
  record_id: string
}

/** Says of the edits of a page that they wait: those of this form, or those that were saved before. */
function WaitingEdits({ form, saved, ...page }: WaitingEditsProps) {
  const { edits_at } = form.values
  const loading = useMutation({
    mutationFn: () => call(records.later_edits, page),
    meta: { changesRecords: false },
    onSuccess({ data }) {
      for (const [name, value] of Object.entries(data?.fields ?? {}))
        if (typeof value === 'string') form.setFieldValue(name, value)
      if (data) form.setFieldValue('edits_at', data.edits_at)
    },
    onError: (error) => toastError(error.message),
  })
  if (edits_at)
    return (
      <Alert variant="light" p="xs" role="note">
        <Group justify="space-between" gap="xs">
          <output>{`These edits are published on ${formatOfficeTime(edits_at)}. Owners see the page as it is until then.`}</output>
          <Button size="compact-sm" variant="default" onClick={() => form.setFieldValue('edits_at', '')}>
            Publish them when I save
          </Button>
        </Group>
      </Alert>
    )
  if (saved === null || edits_at === '') return null
  return (
    <Alert variant="light" p="xs" role="note">
      <Group justify="space-between" gap="xs">
        <span>{`Other edits of this page wait until ${formatOfficeTime(saved)}.`}</span>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" loading={loading.isPending} onClick={() => loading.mutate()}>
            Show them
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => form.setFieldValue('edits_at', '')}>
            Discard them
          </Button>
        </Group>
      </Group>
    </Alert>
  )
}

/**
 * What owners who see a record lose by other dates: 'Owners lose this page until 1 Dec, 08:00.'; undefined for nothing.
 */
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
