import { account } from '#contract/account.ts'
import { call } from '#web/api/call.ts'
import { clearToken } from '#web/api/session.ts'

/** Leaves: the session ends on the server and, whatever the server says, on this browser. The guards do the rest. */
export function logout() {
  // Not waited for: leaving must not depend on the network. The call has read its token by then.
  call(account.logout, {}).catch(() => {})
  clearToken('logout')
}
