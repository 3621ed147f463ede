import { campaigns } from '#contract/campaigns.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange } from '../../http/serve.ts'
import { setDetails } from '../../records/open-change.ts'
import { recordTouch } from '../../records/plan/sources/facts.ts'
import { LARGE_CHANGE } from '../changes/running-change.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { addUnits } from './add-units.ts'
import { campaignList } from './campaigns.repository.ts'
import {
  campaignRecords,
  closeCampaign,
  openCampaign,
  remindOwners,
  restoreUnits,
  roundOf,
} from './campaigns.service.ts'
import { doubtsOf } from './doubts.ts'
import { fileReport, reportOf } from './report.ts'
import { vinsSent } from './sent-vins.ts'

export const servedCampaigns: ServedKind<'campaigns'> = {
  list: campaignList,
  serve: campaignRoutes,
  below: { refuse: async () => {}, restore: restoreUnits },
}

/** Answers the calls of contract/campaigns.ts. */
function campaignRoutes(app: App, deps: Deps) {
  const { db, settings, largeChange = LARGE_CHANGE } = deps
  const { officeTimeZone: zone } = settings
  serveRecords(app, deps, campaigns, campaignRecords)

  serveChange(
    app,
    campaigns.open,
    'The campaign is open. Its owners are being told.',
    async (round, { write }) =>
      write(async (db, change) => ({ data: await openCampaign(db, round, settings, change) })),
    FINAL,
  )
  serveChange(
    app,
    campaigns.remind,
    'The owners are being reminded.',
    async (fields, { write }) => {
      const round = { ...fields, seen: await roundOf(db, fields.campaign_id) }
      return write(async (db, change) => ({ data: await remindOwners(db, round, change) }))
    },
    FINAL,
  )
  serveChange(app, campaigns.close, 'The campaign is closed.', async ({ campaign_id }, { write }) =>
    write(async (db, change) => ({ data: await closeCampaign(db, campaign_id, change) })),
  )
  // The service knows whether they have been added yet, and says so.
  serveChange(app, campaigns.addUnits, '', async (fields, { write }) => {
    // Before others have to wait for the transaction.
    const sent = await vinsSent(db, fields)
    return write(async (db, change) => {
      const data = await addUnits(db, fields, sent, change, largeChange.moreThan)
      return { message: fields.preview ? 'Preview' : change.message, data }
    })
  })
  serve(app, campaigns.doubts, async ({ campaign_id }) => ({
    message: 'Doubts',
    data: await doubtsOf(db, campaign_id),
  }))
  serve(app, campaigns.report, async (which) => ({ message: 'Report', data: await reportOf(db, which, zone) }))

  serveChange(
    app,
    campaigns.fileReport,
    'The report is kept as it was filed.',
    async (which, { write }) =>
      write(async (db, change) => {
        setDetails(change, { detail: which.quarter })
        await recordTouch(db, 'campaigns', which.campaign_id, change)
        return { data: await fileReport(db, which, { today: todayIn(zone), zone }) }
      }),
    FINAL,
  )
}
