import { Text } from '@mantine/core'
import { plural } from '#contract/plural.ts'
import { ApiErrorAlert } from '#web/forms/api-error-alert.tsx'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import type { BulkDialogProps } from '#web/records/list/selection/selection-bar.tsx'
import { usePlan } from '#web/records/plan/use-plan.ts'
import { countOf, haveBelow, nounOf, titleOf } from '#web/records/shared/record-words.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { formatCount, formatNames } from '#web/ui/format.ts'
import { bulkCall } from './bulk-call.ts'
import { BulkRelations } from './bulk-relations.tsx'

/** How many names are given. */
const NAMED = 3

/** Asks whether to do the same to all selected rows that it fits: says how many, and the names of the first. */
export function BulkDialog({ type, list, matching, selection, action, onClose }: BulkDialogProps) {
  const { action: name, label, verb, danger, consequence } = action
  const { count, first, chosen, error } = useAffected({ list, matching, selection, action })
  const names = first.slice(0, NAMED).map((row) => fullNameOf(type, row))
  const others = (count ?? 0) - names.length

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
      {...bulkCall(selection, {
        record_type: type,
        action: name,
        ...chosen,
        ...(selection.all && { expect: count }),
      })}
      onClose={onClose}
    >
      {consequence && <Text size="sm">{plural(count ?? 0, ...consequence)}</Text>}
      {count !== undefined && count > 0 && (name === 'delete' || (name === 'restore' && haveBelow(type))) && (
        <BulkRelations type={type} kind={name} count={count} chosen={chosen} />
      )}
      <ApiErrorAlert error={error} />
    </ConfirmChangeDialog>
  )
}

/**
 * What an action would affect: those of the chosen rows that it fits, or, of all that match, as many as the server
 * counts.
 */
function useAffected({
  list,
  matching,
  selection,
  action,
}: Pick<BulkDialogProps, 'list' | 'matching' | 'selection' | 'action'>) {
  const narrowed = action.narrow(matching)
  const fitting = selection.rows.filter(action.fits)
  const ids = fitting.map(({ _id }) => _id)
  // One more for each that was left out, so that enough other names are found.
  const input = { ...narrowed, page: 1, per_page: Math.min(100, NAMED + ids.length) }
  const { answer, error } = usePlan(list, selection.all && narrowed ? input : undefined)
  if (!selection.all) return { count: ids.length, first: fitting, chosen: { ids }, error: null }
  return {
    count: answer && Math.max(0, answer.total - ids.length),
    first: (answer?.data ?? []).filter(({ _id }) => !ids.includes(_id)),
    chosen: { matching: narrowed, except: ids },
    error,
  }
}
