import { Text } from '@mantine/core'
import type { Change } from '#contract/changes.ts'
import { formatNumber } from '#web/ui/format.ts'

/** Whether a change was undone or has failed, or how far it is. Nothing for one that is simply done. */
export function ChangeState({ change }: { change: Change }) {
  const words = stateWords(change)
  return (
    words && (
      <Text component="output" size="sm" c="dimmed">
        {words}
      </Text>
    )
  )
}

/** The state of a change in words; '' for one that is simply done. */
export function stateWords({ state, undone_by, record_count, expected_count }: Change) {
  if (undone_by) return 'Undone'
  if (state === 'failed') return 'Failed'
  if (state !== 'running') return ''
  return expected_count === null
    ? `Running: ${formatNumber(record_count)} done`
    : `Running: ${formatNumber(record_count)} of ${formatNumber(expected_count)}`
}
