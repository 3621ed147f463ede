// What only signed-in pages need: a chunk of its own.
import { removeOwnDrafts } from '#web/forms/draft-store.ts'
import { forgetVisited } from '#web/records/page/visited.ts'

export { meQuery } from '#web/api/use-me.ts'
export { SessionGate } from './session-gate.tsx'
export { SignInOver } from './sign-in-over.tsx'

/** Removes what this browser keeps of the person whose session it was. */
export async function removeOwn() {
  forgetVisited()
  await removeOwnDrafts()
}
