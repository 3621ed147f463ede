import { isOnline } from '#web/api/connection.ts'
import { toastWarning } from '#web/ui/feedback/toast.ts'

/** Does what cannot wait for a connection, or says that there is none. */
export function whenOnline(act: () => void) {
  if (isOnline()) act()
  else toastWarning('You are offline. This needs a connection.')
}
