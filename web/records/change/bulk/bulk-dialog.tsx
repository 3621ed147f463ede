import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Change, records } from '#contract/changes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { plural } from '#contract/plural.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { toastBulk } from '#web/records/change/toast-change.tsx'
import type { BulkDialogProps } from '#web/records/list/selection/selection-bar.tsx'
import { countOf, haveBelow, nounOf, titleOf } from '#web/records/shared/record-words.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { formatCount, formatNames } from '#web/ui/format.ts'
import { BulkRelations } from './bulk-relations.tsx'

/** How many names are said. */
const NAMED = 3

/** Asks whether to do the same to all selected rows that it fits: says how many, and the names of the first. */
export function BulkDialog({ type, list, matching, selection, action, onClose }: BulkDialogProps) {
  const { action: name, label, verb, danger, consequence } = action
  const { count, first, left, error, narrowed } = useAffected({ list, matching, selection, action })
  const names = first.slice(0, NAMED).map((row) => fullNameOf(type, row))
  const others = (count ?? 0) - names.length
  const chosen = selection.all ? { matching: narrowed, except: left } : { ids: first.map(({ _id }) => _id) }

  return (
    <ConfirmChangeDialog
      title={`${label} ${titleOf(type)}`}
      text={
        count === undefined
          ? 'Counting what is selected…'
          : `Are you sure you want to ${verb} ${plural(count, `this ${nounOf(type)}`, `these ${countOf(type, count)}`)}?`
      }
      name={formatNames(others > 0 ? [...names, formatCount(others, 'other')] : names)}
      action={label}
      danger={danger}
      disabled={!count}
      send={async (options) => {
        const answer = await call(
          records.bulk,
          {
            record_type: type,
            action: name,
            ...chosen,
            ...(selection.all && { expect: count }),
          } as CallInput<typeof records.bulk>,
          options,
        )
        return { ...answer, data: answer.data as Change | null }
      }}
      announce={toastBulk}
      onSuccess={selection.clear}
      onClose={onClose}
    >
      {consequence && <Text size="sm">{consequence[count === 1 ? 0 : 1]}</Text>}
      {count !== undefined && count > 0 && (name === 'delete' || (name === 'restore' && haveBelow(type))) && (
        <BulkRelations type={type} kind={name} count={count} chosen={chosen} />
      )}
      <ApiErrorAlert error={error} />
    </ConfirmChangeDialog>
  )
}

/**
 * What an action would affect: of rows that were chosen those that it fits; of all that match, what the server counts.
 */
function useAffected({
  list,
  matching,
  selection,
  action,
}: Pick<BulkDialogProps, 'list' | 'matching' | 'selection' | 'action'>) {
  const narrowed = action.narrow(matching)
  const fitting = selection.rows.filter(action.fits)
  const { data, error } = useQuery({
    // One more for each that was left out, so that names are found beside them.
    ...query(list, { ...narrowed, page: 1, per_page: Math.min(100, NAMED + fitting.length) }),
    enabled: selection.all && narrowed !== undefined,
  })
  if (!selection.all) return { count: fitting.length, first: fitting, left: [], error: null, narrowed }
  const left = fitting.map(({ _id }) => _id)
  return {
    count: data && Math.max(0, data.total - left.length),
    first: (data?.data ?? []).filter(({ _id }) => !left.includes(_id)),
    left,
    error,
    narrowed,
  }
}
