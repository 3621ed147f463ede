import { search } from '#contract/search.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { find } from './search.service.ts'

/** Answers the call of contract/search.ts. */
export function searchRoutes(app: App, { db }: Deps) {
  serve(app, search.search, async ({ text }, { session }) => ({
    message: 'Search',
    data: await find(db, text, session.program?.grant.types),
  }))
}
