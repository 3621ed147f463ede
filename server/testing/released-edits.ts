import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '#contract/calls.ts'
import { addressOf } from '#contract/endpoint.ts'

/** The names of the fields that every call took which edits something, by its address, in words of a version. */
type ReleasedEdits = { version: string; edits: Record<string, string> }

export const RELEASED_EDITS = join(import.meta.dirname, 'fixtures/releases/edits.json')

/** What the edits of each release took, oldest first, as `scripts/write-app-release.ts` has kept it. */
export const releasedEdits = () => JSON.parse(readFileSync(RELEASED_EDITS, 'utf8')) as ReleasedEdits[]

/** The same of this version. */
export function editsOf(version: string): ReleasedEdits {
  const edits = Object.values(calls)
    .flatMap((some) => Object.values(some))
    .filter(({ change }) => change === 'edit')
    .map((call) => [addressOf(call), Object.keys((call.input as { shape?: object }).shape ?? {}).join(' ')] as const)
  return { version, edits: Object.fromEntries(edits) }
}
