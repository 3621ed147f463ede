import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { appOpenApi } from './app-openapi.ts'

/** The description of the owners' app in the last release, written by `scripts/write-app-release.ts`. */
export const releasedForApps = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'app-released.json'), 'utf8')) as ReturnType<typeof appOpenApi> & {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>
  }
