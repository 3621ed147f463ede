import type { Generated } from 'kysely'
import type { Reason } from '#contract/campaign-report.ts'
import type { LetterLanguage, UnitStatus } from '#contract/campaign-units.ts'
import type { Advice, CampaignType } from '#contract/campaigns.ts'

/** What the description of a campaign does not say about its columns. */
type CampaignColumns = {
  type: CampaignType
  advice: Advice
  remedy_from: string | null
  opened_at: Generated<string | null>
  closed_at: Generated<string | null>
  round: Generated<number>
  opened_by: Generated<string | null>
}

/** The same for its vehicles. */
type CampaignUnitColumns = {
  status: UnitStatus
  reason: Reason | null
  done_on: string | null
  service_id: string | null
  language: LetterLanguage | null
  confirmed_rv: Generated<string | null>
  rejected_rvs: Generated<string>
  said: Generated<string | null>
  told_at: Generated<string | null>
  mailed_on: Generated<string | null>
}

export type CampaignRecords = { campaigns: CampaignColumns; campaign_units: CampaignUnitColumns }

export type CampaignTables = {
  /**
   * Who a campaign has told about a vehicle: in the app (`told`, `asked` for the full VIN, `withdrawn`) or by letter.
   */
  campaign_notices: {
    seq: Generated<number>
    unit_id: string
    campaign_id: string
    way: 'app' | 'letter'
    kind: 'told' | 'asked' | 'withdrawn' | 'letter'
    round: number
    user_id: string | null
    rv_id: string | null
    at: string
    language: LetterLanguage
    state: string
    notification_id: string | null
    acknowledged_at: Generated<string | null>
    /** Since when it does not count: the vehicle is off the list, or the letter came back. */
    withdrawn_at: Generated<string | null>
  }
  /** The message of each round. */
  campaign_rounds: { campaign_id: string; round: number; kind: string; notification_id: string }
  /** Which dealers were told, and when. */
  campaign_dealers: { campaign_id: string; service_id: string; told_on: string }
  /** What administrators were reminded of so many days before the deadline: `letters`, or a report by its quarter. */
  campaign_reminders: { campaign_id: string; about: string; due_on: string; days: number }
  /** The VINs that a large change has yet to add to a campaign. */
  campaign_arrivals: { change_id: string; place: number; vin: string }
  /** What was filed; `figures` is JSON, with the campaign's number and the deadline. */
  campaign_reports: { campaign_id: string; quarter: string; submitted_on: string; figures: string }
}
