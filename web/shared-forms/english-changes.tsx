import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type FrenchType, frenchCalls } from '#contract/french-calls.ts'
import { query } from '#web/api/query.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { LongDifference } from '#web/ui/difference/differences.tsx'

type EnglishChangesProps = { type: FrenchType; id: string; field: string }

/** Says that the English of a field has changed since its French was written, and shows how, word by word. */
export function EnglishChanges({ type: record_type, id: record_id, field }: EnglishChangesProps) {
  const { data, error } = useQuery(query(frenchCalls.changed, { record_type, record_id }))
  const [isOpen, setOpen] = useState(false)
  const shown = useId()
  const change = data?.data.find((one) => one.field === field)
  if (error) return <ApiErrorAlert error={error} />
  if (!change) return null
  return (
    <Stack gap={4} mt={6}>
      <Anchor
        component="button"
        type="button"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        aria-controls={shown}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide what changed in the English' : 'Show what changed in the English'}
      </Anchor>
      <div id={shown} hidden={!isOpen} lang="en">
        {isOpen && <LongDifference from={change.from} to={change.to} isRich={change.is_rich} />}
      </div>
    </Stack>
  )
}
