import { account } from '#contract/account.ts'
import { call } from './call.ts'
import { clearToken } from './session.ts'

/** Ends the session on the server and, regardless of its answer, in this browser. The guards then open the login. */
export function logout() {
  // Not awaited, because logging out must work offline. The call has already read the token.
  call(account.logout, {}).catch(() => {})
  clearToken('logout')
}
