import { sync } from '#contract/owner/sync.ts'
import type { Deps } from '../../../deps.ts'
import type { App } from '../../../http/app-type.ts'
import { serve } from '../../../http/serve.ts'
import { syncSince } from './sync.service.ts'

/** Answers the call of contract/owner/sync.ts. */
export function syncRoutes(app: App, deps: Pick<Deps, 'db' | 'settings' | 'places'>) {
  const { historyDays } = deps.settings
  serve(app, sync, async ({ since }, { known, language }) => ({
    message: 'Synced',
    ...(await syncSince(deps, { owner: known?.actor._id ?? null, language, since, historyDays })),
  }))
}
