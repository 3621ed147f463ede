import { campaignUnitKind, campaignUnits } from '#contract/campaign-units.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve, serveChange } from '../../http/serve.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { unitList } from './units.repository.ts'
import { acceptSaid, decide, noticesOf, settled, unitRecords } from './units.service.ts'

export const servedCampaignUnits: ServedKind<'campaign_units'> = { list: unitList, serve: unitRoutes, settled }

/** Answers the calls of contract/campaign-units.ts. */
function unitRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, campaignUnits, unitRecords)
  const { updated } = toasts(campaignUnitKind)

  for (const [endpoint, isIt] of [
    [campaignUnits.confirm, true],
    [campaignUnits.reject, false],
  ] as const)
    serveChange(app, endpoint, updated, async (which, { write }) =>
      write(async (db, change) => ({ data: await decide(db, which, isIt, change) })),
    )
  serveChange(app, campaignUnits.accept, updated, async ({ unit_id }, { write }) =>
    write(async (db, change) => ({ data: await acceptSaid(db, unit_id, change) })),
  )
  serve(app, campaignUnits.notices, async ({ unit_id }) => ({
    message: 'Notices',
    data: await noticesOf(deps.db, unit_id),
  }))
}
