import { Progress, Text } from '@mantine/core'
import type { Change } from '#contract/changes.ts'
import { formatNumber } from '#web/ui/format.ts'

/** Whether a change was undone, has failed or was stopped, or how far it is. Nothing for one that is simply done. */
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

/** How far a running change is, as a bar with its numbers. */
export function ChangeProgress({ change }: { change: Change }) {
  const { record_count, expected_count } = change
  return (
    <>
      <Text component="output" size="sm">
        {stateWords(change)}
      </Text>
      {expected_count !== null && expected_count > 0 && (
        <Progress aria-label="Progress" value={Math.min(100, (100 * record_count) / expected_count)} mt={6} />
      )}
    </>
  )
}

/** The state of a change in words; '' for one that is simply done. */
export function stateWords({ state, reason, undone_by, record_count, expected_count }: Change) {
  if (undone_by) return 'Undone'
  if (state === 'failed') return reason ? `Failed: ${reason}` : 'Failed'
  if (state === 'stopped') return 'Stopped'
  if (state !== 'running') return ''
  // What goes along with deleted records is counted as well, but not known in advance.
  return expected_count === null || record_count > expected_count
    ? `Running: ${formatNumber(record_count)} done`
    : `Running: ${formatNumber(record_count)} of ${formatNumber(expected_count)}`
}
