import { privacy } from '#contract/privacy.ts'
import type { TestApp } from './build-test-app.ts'

const proved = { verified_by: 'other', note: 'They came to the desk.' } as const

/** Merges an owner's account into another one, as an administrator does. */
export async function mergeInto(app: TestApp, { from, into }: { from: string; into: string }) {
  const which = { user_id: from, into_id: into }
  const { data } = await app.call(privacy.merge, { ...which, preview: true })
  return app.call(privacy.merge, { ...which, ...proved, expect: data.expect })
}

/** Erases an owner at once, as an administrator does. */
export const eraseOwner = (app: TestApp, user_id: string) =>
  app.call(privacy.erase, { user_id, asked_by: 'owner', verified_by: 'mailed_code', now: true })
