import { Text } from '@mantine/core'
import { records } from '#contract/changes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { plural } from '#contract/plural.ts'
import { usePlan } from '#web/records/plan/use-plan.ts'
import { countOf, haveBelow } from '#web/records/shared/record-words.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatNames } from '#web/ui/format.ts'

type BulkRelationsProps = { type: RecordType; kind: 'delete' | 'restore'; count: number; chosen: object }

/**
 * Says what goes along with many records before they are deleted or restored, and what uses them: as for one, added up.
 */
export function BulkRelations({ type, kind, count, chosen }: BulkRelationsProps) {
  const input = { record_type: type, ...chosen } as CallInput<typeof records.relations>
  const { answer, error } = usePlan(records.relations, input)
  const done = { delete: 'deleted', restore: 'restored' }[kind]
  if (!answer) {
    if (!error) return <Loading size="xs" label="Checking what uses them" />
    return (
      <Text size="sm" c="dimmed">
        {[
          haveBelow(type) && `Everything below them is ${done} as well.`,
          kind === 'delete' ? 'Could not check what uses these records.' : 'Could not count them.',
          error.message,
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    )
  }
  const { used_by, returning } = answer.data
  const along = kind === 'delete' ? answer.data.along : returning
  const words = (some: typeof along) => formatNames(some.map((one) => countOf(one.record_type, one.count)))
  const isOne = used_by.length === 1 && used_by[0]?.count === 1
  const uses = `${words(used_by)} ${isOne ? 'uses' : 'use'} ${plural(count, 'it', 'them')}.`
  return (
    <>
      {along.length > 0 && <Text size="sm">{`${countOf(type, count)}: also ${done}: ${words(along)}.`}</Text>}
      {kind === 'delete' && used_by.length > 0 && (
        <Text size="sm">{along.length > 0 ? uses : `${countOf(type, count)}: ${uses}`}</Text>
      )}
    </>
  )
}
