import { type SecondFactorStatus, secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { toastWarning } from '#web/ui/feedback/toast.ts'

/**
 * After a call whose answer was lost: calls `onDone` when it was carried out all the same, which `isThere` reads from
 * the status. Recovery codes that were in the answer cannot be seen again.
 */
export async function lookForLost(isThere: (status: SecondFactorStatus) => boolean, onDone: () => void) {
  const status = await call(secondFactor.status, {}).catch(() => undefined)
  if (!status || !isThere(status.data)) return
  toastWarning('It was set up, but the answer was lost. If you have no recovery codes, please make new ones.')
  onDone()
}
