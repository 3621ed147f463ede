import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { query } from '#web/api/query.ts'
import { WarningText } from '#web/ui/warning-text.tsx'

type Chosen = { values: { category: string; year: string; model: string } }

const PAUSE_MS = 250
/** Shorter ones are the last digits of a VIN, of which nothing can be said. */
const MORE_THAN_DIGITS = 7

/** What a VIN says while it is typed, and where it differs from what was chosen. It keeps nobody from saving. */
export function VinSays({ vin, form }: { vin: string; form: Chosen }) {
  const { category, year, model } = form.values
  const [asked] = useDebouncedValue(vin.trim().slice(0, 100), PAUSE_MS)
  const { data } = useQuery({
    ...query(vinPatterns.check, {
      vin: asked,
      ...(category && { category }),
      ...(year && { year }),
      ...(model && { model }),
    }),
    enabled: asked.length >= MORE_THAN_DIGITS,
  })
  if (asked.length < MORE_THAN_DIGITS || !data) return null
  const { warnings, proposed } = data.data
  const says =
    proposed && [proposed.category, proposed.year, proposed.model].flatMap((one) => one?.name ?? []).join(', ')
  return (
    <Text component="output" size="sm" display="block" aria-label="What this VIN says">
      {says && <span style={{ display: 'block' }}>{`This VIN says: ${says}.`}</span>}
      {warnings.map((warning) => (
        <span key={warning} style={{ display: 'block' }}>
          <WarningText>{warning}</WarningText>
        </span>
      ))}
    </Text>
  )
}
