import { ALREADY_UNDONE, CANNOT_BE_UNDONE, type Change, type ChangedRecord, changes } from '#contract/changes.ts'
import { ApiError, call } from '#web/api/call.ts'
import { forgetChange, rememberChange } from '#web/api/session-changes.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'
import { formatCount } from '#web/ui/format.ts'

/**
 * Takes a change back, or with `leaveObstacles` what can be. An undo that is undone is a change like any other, which
 * Ctrl+Z takes back again.
 */
export async function undoChange(changeId: string, options: Partial<SendOptions>, leaveObstacles = false) {
  try {
    const input = { change_id: changeId, ...(leaveObstacles && { leave_obstacles: true }) }
    const answer = await call(changes.undo, input, options)
    if (!forgetChange(changeId) && answer.change_id) rememberChange(answer.change_id)
    return answer
  } catch (error) {
    forgetFinal(changeId, error)
    throw error
  }
}

/** Forgets a change that was undone elsewhere or never can be; after any other refusal it may still be undone. */
export function forgetFinal(changeId: string, error?: unknown) {
  const isFinal =
    error === undefined || (error instanceof ApiError && [ALREADY_UNDONE, CANNOT_BE_UNDONE].includes(error.message))
  if (isFinal) forgetChange(changeId)
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
  const [verb, rest] = consequences[done] ?? ['restore', '']
  return `This will ${verb} ${formatCount(record_count, 'record')}${rest}.`
}

const consequences: Partial<Record<Change['kind'], [verb: string, rest: string]>> = {
  add: ['remove', ''],
  import: ['remove', ''],
  restore: ['remove', ' again'],
  undo: ['redo the change to', ''],
  reorder: ['move', ' back'],
}
