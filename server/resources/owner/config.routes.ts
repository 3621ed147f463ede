import { config } from '#contract/owner/config.ts'
import { MOST_CHANGES, most as tries } from '../../auth/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { most } from './own-records.service.ts'

/** Answers the call of contract/owner/config.ts. */
export function configRoutes(app: App, { settings, identities }: Pick<Deps, 'settings' | 'identities'>) {
  const data = {
    min_version: settings.appMinVersion,
    terms_version: settings.termsVersion,
    text_version: settings.preferencesVersion,
    languages: settings.languages,
    providers: Object.keys(identities) as (keyof typeof identities)[],
    limits: { rvs: most.rvs, changes_an_hour: MOST_CHANGES, sign_ups: tries.address },
  }
  serve(app, config, async () => ({ message: 'Config', data }))
}
