import { type Change, records } from '#contract/changes.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
import type { SendOptions } from '#web/forms/use-contract-form.ts'
import { toastBulk } from '#web/records/change/toast-change.tsx'
import type { RowSelection } from '#web/records/list/selection/use-row-selection.ts'

/**
 * What a confirm dialog needs to act on many records with this input: it shows the progress, and clears the selection.
 */
export const bulkCall = (selection: RowSelection, input: object) => ({
  send: async (options: SendOptions) => {
    const answer = await call(records.bulk, input as CallInput<typeof records.bulk>, options)
    return { ...answer, data: answer.data as Change | null }
  },
  announce: toastBulk,
  onSuccess: selection.clear,
})
