import { ownCampaigns } from '#contract/owner/campaigns.ts'
import { countLookup } from '../../auth/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { acknowledge, campaignsOf, lookUpVin, sayOf } from './own-campaigns.service.ts'

/** Answers the calls of contract/owner/campaigns.ts. */
export function ownCampaignRoutes(app: App, { db }: Deps) {
  serve(app, ownCampaigns.campaigns, async (input, { actor }) => ({
    message: 'Campaigns',
    data: await campaignsOf(db, actor._id, input),
  }))
  serve(app, ownCampaigns.acknowledge, async ({ _id }, { actor, write }) => {
    await write((db) => acknowledge(db, actor._id, _id))
    return { message: 'Thank you.' }
  })
  serve(app, ownCampaigns.say, async (input, { actor, write }) => {
    await write((db) => sayOf(db, actor._id, input))
    return { message: 'Thank you. The office will look at it.' }
  })
  serve(app, ownCampaigns.lookup, async (input, { address }) => {
    await countLookup(db, address)
    return { message: 'Campaigns', data: await lookUpVin(db, input) }
  })
}
