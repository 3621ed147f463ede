import { removeOwnDrafts } from '#web/forms/draft-store.ts'
import { forgetVisited } from '#web/records/page/visited.ts'

/** Removes what this browser keeps of the person whose session it was. */
export async function removeOwn() {
  forgetVisited()
  await removeOwnDrafts()
}
