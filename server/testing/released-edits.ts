import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '#contract/calls.ts'
import { addressOf } from '#contract/endpoint.ts'

/** The field names that every editing call took, by its address, as of a version. */
type ReleasedEdits = { version: string; edits: Record<string, string> }

export const RELEASED_EDITS = join(import.meta.dirname, 'fixtures/releases/edits.json')

/** What each release's edits took, oldest first, as stored by `scripts/write-app-release.ts`. */
export const releasedEdits = () => JSON.parse(readFileSync(RELEASED_EDITS, 'utf8')) as ReleasedEdits[]

/** The same for this version. */
export function editsOf(version: string): ReleasedEdits {
  const edits = Object.values(calls)
    .flatMap((some) => Object.values(some))
    .filter(({ change }) => change === 'edit')
    .map((call) => [addressOf(call), Object.keys((call.input as { shape?: object }).shape ?? {}).join(' ')] as const)
  return { version, edits: Object.fromEntries(edits) }
}
