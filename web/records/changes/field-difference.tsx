import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { FieldChange } from '#contract/changes.ts'
import { RichTextDifference, TextDifference, ValueDifference } from '#web/ui/difference/differences.tsx'
import { formatDate } from '#web/ui/format.ts'
import { Picture } from '#web/ui/image/picture.tsx'

/** What a change did to one field: its label, and before and after in the way that suits its kind. */
export function FieldDifference({ change }: { change: FieldChange }) {
  return (
    <Stack gap={2}>
      <Text size="xs" fw={600} c="dimmed">
        {isStatus(change) ? 'Status' : change.label}
      </Text>
      <Difference {...change} />
    </Stack>
  )
}

function Difference(change: FieldChange) {
  const { label, type, from, to } = change
  switch (type) {
    case 'text':
      return isStatus(change) ? (
        <ValueDifference from={statusWord(from)} to={statusWord(to)} />
      ) : (
        <TextDifference from={asText(from)} to={asText(to)} />
      )
    case 'rich_text':
      return <RichTextDifference from={asText(from)} to={asText(to)} />
    case 'number':
      return <ValueDifference from={asText(from)} to={asText(to)} />
    case 'day':
      return <ValueDifference from={formatDate(from)} to={formatDate(to)} />
    case 'reference':
      return <ValueDifference from={nameIn(from)} to={nameIn(to)} />
    case 'flag':
      return <ValueDifference from={flagWord(change, from)} to={flagWord(change, to)} />
    case 'picture':
      return <Pictures label={label} from={asText(from)} to={asText(to)} />
    case 'file':
      return <Files label={label} from={asText(from)} to={asText(to)} />
    case 'secret':
      return <Text>Changed. It is not kept what it was.</Text>
  }
}

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A reference comes as the record, or, where only its name is known, as that. */
const nameIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'name' in value ? asText(value.name) : asText(value)

/** Lists show both as Active or Inactive in their column Status. */
const isStatus = ({ field, label }: FieldChange) =>
  field === 'status' || (field === 'is_deleted' && label === 'Inactive')

/** ACTIVE, INVITED or INACTIVE as lists show it. */
const statusWord = (value: unknown) => asText(value).charAt(0) + asText(value).slice(1).toLowerCase()

function flagWord(change: FieldChange, value: unknown) {
  if (typeof value !== 'boolean') return ''
  if (isStatus(change)) return value === (change.field === 'status') ? 'Active' : 'Inactive'
  return value ? 'Yes' : 'No'
}

type Addresses = { label: string; from: string; to: string }

const FRAME = { width: 140, height: 100 }

/** Before and after, as far as there is either. */
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
