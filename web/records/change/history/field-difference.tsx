import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { changes, type FieldChange } from '#contract/changes.ts'
import { query } from '#web/api/query.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { LongDifference, RichTextDifference, TextDifference, ValueDifference } from '#web/ui/difference/differences.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Picture } from '#web/ui/image/picture.tsx'
import { isRunningText, labelOfField, valueInWords } from './field-words.ts'

/**
 * What a change did to one field: its label, and before and after in the way that suits its kind. Of a long text the
 * part around the first difference comes first; the whole is read from the entry when it is asked for. Renders nothing
 * for a field that a new record leaves empty.
 */
export function FieldDifference({ change, entryId }: { change: FieldChange; entryId: string }) {
  const [isWhole, setWhole] = useState(false)
  if (change.type !== 'secret' && isEmpty(change.from) && isEmpty(change.to)) return null
  return (
    <Stack gap={2}>
      <Text size="xs" fw={600} c="dimmed">
        {labelOfField(change)}
      </Text>
      {isWhole ? <WholeDifference change={change} entryId={entryId} /> : <Difference {...change} />}
      {change.is_shortened && (
        <Group gap="xs">
          {!isWhole && (
            <Text size="xs" c="dimmed">
              Only the part around the first difference is shown.
            </Text>
          )}
          <Anchor component="button" type="button" size="xs" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show only the first' : 'Show all differences'}
          </Anchor>
        </Group>
      )}
    </Stack>
  )
}

const isEmpty = (value: unknown) => value === null || value === ''

function WholeDifference({ change: { field, type }, entryId }: { change: FieldChange; entryId: string }) {
  const { data, error } = useQuery({ ...query(changes.entry, { entry_id: entryId }), staleTime: Infinity })
  const whole = data?.data.fields.find((one) => one.field === field)
  if (error) return <ApiErrorAlert error={error} />
  if (!whole) return <Loading size="sm" />
  const [from, to] = [valueInWords(whole, whole.from), valueInWords(whole, whole.to)]
  return <LongDifference from={from} to={to} isRich={type === 'rich_text'} />
}

function Difference(change: FieldChange) {
  const { label, type } = change
  const [from, to] = [valueInWords(change, change.from), valueInWords(change, change.to)]
  if (isRunningText(change)) return <TextDifference from={from} to={to} />
  switch (type) {
    case 'rich_text':
      return <RichTextDifference from={from} to={to} />
    case 'picture':
      return <Pictures label={label} from={from} to={to} />
    case 'file':
      return <Files label={label} from={from} to={to} />
    case 'secret':
      return <Text>Changed. The old value isn’t kept.</Text>
    case 'text':
    case 'number':
    case 'day':
    case 'time':
    case 'reference':
    case 'flag':
      return <ValueDifference from={from} to={to} />
  }
}

type Addresses = { label: string; from: string; to: string }

const FRAME = { width: 140, height: 100 }

/** Before and after, where they exist. */
const sidesOf = ({ from, to }: Addresses) =>
  [
    { title: 'Before', address: from },
    { title: 'After', address: to },
  ].filter(({ address }) => address !== '')

const Pictures = (change: Addresses) => (
  <Group gap="md" align="flex-start">
    {sidesOf(change).map(({ title, address }) => (
      <Stack key={title} gap={4} component="figure" m={0}>
        <Picture address={address} alt={`${change.label}, ${title.toLowerCase()}`} {...FRAME} />
        <Text size="xs" c="dimmed" component="figcaption">
          {title}
        </Text>
      </Stack>
    ))}
  </Group>
)

const Files = (change: Addresses) => (
  <Group gap="md">
    {sidesOf(change).map(({ title, address }) => (
      <Anchor key={title} href={address} target="_blank" rel="noopener" size="sm">
        {change.label}, {title.toLowerCase()}
      </Anchor>
    ))}
  </Group>
)
