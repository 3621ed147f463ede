import { z } from 'zod'
import { unitStatuses, unitVin } from '#contract/campaign-units.ts'
import { advices, campaignTypes } from '#contract/campaigns.ts'
import { endpoint } from '#contract/endpoint.ts'
import { calendarDate, id } from '#contract/fields.ts'
import { answered, said } from '#contract/records.ts'

const told = (description: string) => ({ description })
const language = z
  .enum(['en', 'fr'], 'Please choose en or fr.')
  .meta(told('The language of the texts: en or fr; English without it, and where there is no French.'))
  .optional()

/** What anyone may know about a campaign. */
const about = z.object({
  number: z.string().meta(told('The maker’s number of the campaign.')),
  type: z.enum(campaignTypes).meta(told('A safety recall, or a service campaign.')),
  title: z.string().meta(told('What the campaign is called.')),
  defect: z.string().meta(told('What is wrong.')),
  risk: z.string().meta(told('What may happen.')),
  remedy: z.string().meta(told('What is done about it.')),
  advice: z.enum(advices).meta(told('Until then: nothing, park it outside, or do not drive.')),
  remedy_from: z.iso.date().nullable().meta(told('From when it can be repaired; null while there are no parts.')),
  phone: z.string().meta(told('The number that owners call.')),
})

const ownCampaign = about.extend({
  _id: z.string().meta(told('The id of the RV’s place in the campaign.')),
  rv_id: z.string().meta(told('The id of the RV.')),
  status: z.enum(unitStatuses).meta(told('How the RV stands in the campaign.')),
  done_on: z.iso.date().nullable().meta(told('When that was done.')),
  told_at: z.iso.datetime().nullable().meta(told('When the owner was told in the app.')),
  acknowledged_at: z.iso.datetime().nullable().meta(told('When the owner said that they have read it.')),
})
export type OwnCampaign = z.output<typeof ownCampaign>
export type KnownCampaign = z.output<typeof about>

/** What owners can say happened to an RV. */
export const saidOfUnit = ['done', 'sold', 'stolen', 'scrapped', 'exported'] as const

const whichUnit = id.meta(told('The `_id` that `campaigns` answers.'))

export const ownCampaigns = {
  /** The campaigns that include the owner's RVs, one for each RV; newest first. */
  campaigns: endpoint(
    'campaigns',
    z.object({ rv_id: id.optional().meta(told('Only campaigns of this RV.')), language }),
    answered(z.array(ownCampaign)),
    {
      owner: true,
      get: true,
    },
  ),
  /** Records that the owner has read it. */
  acknowledge: endpoint('campaigns/acknowledge', z.object({ _id: whichUnit }), said, { owner: true }),
  /** Reports what happened to the RV, until the office has accepted it. */
  say: endpoint(
    'campaigns/say',
    z.object({
      _id: whichUnit,
      what: z.enum(saidOfUnit, 'Please choose what became of it.').meta(told('What became of the RV.')),
      on: calendarDate('Please enter the day.').optional().meta(told('The day of it; today without it.')),
    }),
    said,
    { owner: true },
  ),
  /** For visitors: the campaigns whose remedy a VIN still needs. Nothing about people; empty for an unknown VIN. */
  lookup: endpoint(
    'campaigns/lookup',
    z.object({ vin: unitVin.meta(told('All 17 characters of the VIN.')), language }),
    answered(z.array(about)),
    {
      owner: true,
      get: true,
      public: true,
    },
  ),
}
