import { type Change, type ChangedRecord, changes } from '#contract/changes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { forgetChange, rememberChange } from '#web/api/session-changes.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'
import { formatCount } from '#web/ui/format.ts'

type How = Pick<CallInput<typeof changes.undo>, 'leave_obstacles' | 'ask_above'>

/**
 * Undoes a change, or with `leave_obstacles` the part that can be undone; refused if that is more than `ask_above`.
 * Undoing an undo is a change like any other, which Ctrl+Z undoes again.
 */
export async function undoChange(changeId: string, options: Partial<SendOptions>, how: How = {}) {
  try {
    const answer = await call(changes.undo, { change_id: changeId, ...how }, options)
    if (!forgetChange(changeId) && answer.change_id) rememberChange(answer.change_id)
    return answer
  } catch (error) {
    forgetFinal(changeId, error)
    throw error
  }
}

const FINAL = new Set<unknown>(['already_undone', 'cannot_be_undone'])

/** Forgets a change that was undone elsewhere or never can be; after any other refusal it may still be undone. */
export function forgetFinal(changeId: string, error?: unknown) {
  if (error === undefined || (error instanceof ApiError && FINAL.has(error.body.code))) forgetChange(changeId)
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
