import { type Change, type ChangedRecord, changes } from '#contract/changes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { forgetChange, rememberChange } from '#web/api/session-changes.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'
import { formatNumber } from '#web/ui/format.ts'

/** Takes a change back. An undo that is undone is a change like any other, which Ctrl+Z takes back again. */
export async function undoChange(changeId: string, options: Partial<SendOptions>) {
  try {
    const answer = await call(changes.undo, { change_id: changeId }, options)
    if (!forgetChange(changeId) && answer.change_id) rememberChange(answer.change_id)
    return answer
  } catch (error) {
    // It was undone elsewhere, or never could be.
    if (error instanceof ApiError && error.status === 422) forgetChange(changeId)
    throw error
  }
}

/**
 * What happens to the records of a change when it is undone. What an undo did is seen by what it did to its `first`
 * record.
 */
export function consequencesOf(
  { kind, record_count }: Pick<Change, 'kind' | 'record_count'>,
  first?: Pick<ChangedRecord, 'kind'>,
) {
  const done = kind === 'undo' && first && first.kind !== 'edit' ? first.kind : kind
  const [one, many] = consequences[done] ?? ['gets its earlier values back', 'get their earlier values back']
  return record_count === 1 ? `1 record ${one}.` : `${formatNumber(record_count)} records ${many}.`
}

const consequences: Partial<Record<Change['kind'], [one: string, many: string]>> = {
  add: ['is removed', 'are removed'],
  import: ['is removed', 'are removed'],
  delete: ['is restored', 'are restored'],
  restore: ['is removed again', 'are removed again'],
  undo: ['gets back what the undo had taken from it', 'get back what the undo had taken from them'],
  reorder: ['goes back to its earlier place', 'go back to their earlier places'],
}
