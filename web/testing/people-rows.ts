import { type DeliveryState, deliveryStates, type Recipient } from '#contract/notifications.ts'
import type { UserPrivacy } from '#contract/privacy.ts'
import { rowsOf } from './rows.ts'

export const aUser = rowsOf('users', { status: true, rv_count: 1 })
export const anRv = rowsOf('rvs', { user_email: 'grace@example.com', serial: '310312' })
export const aDealer = rowsOf('dealers', {
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  address: '400 J Street',
  area: 'Sacramento',
  city: 'Sacramento',
  state: 'California',
  zip: '95814',
  phone: '(916) 555-0100',
  tollfree: '',
  hour_sales: 'Mon-Sat 9am-6pm',
  hour_service: 'Mon-Fri 8am-5pm',
  hour_parts: 'Mon-Fri 8am-4pm',
  latitude: 38.5816,
  longitude: -121.4944,
})

export const aVinPattern = rowsOf('vin_patterns')
export const aTemplate = rowsOf('templates', { link: null })
const counts = {
  units: 4,
  open: 2,
  remedied: 1,
  no_remedy_needed: 1,
  unreachable: 0,
  not_told: 1,
  without_address: 0,
  not_mailed: 2,
}
export const aCampaign = rowsOf('campaigns', {
  regulators: ['nhtsa'],
  state: 'draft',
  counts,
  owners_to_tell: 1,
  owners_due_on: '2026-07-03',
  remedy_from: null,
  dealers_told: 0,
  dealers_told_on: null,
  dealers_to_tell: 3,
  filed_quarters: [],
})
export const aCampaignUnit = rowsOf('campaign_units', { status: 'open' })
export const anAudience = rowsOf('audiences', { meant_for: 'Owners with an RV' })

/** The counts of a message that has no recipient in any state. */
export const noCounts = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>

export const aNotification = rowsOf('notifications', {
  description: 'Please call your dealer.',
  title_fr: '',
  description_fr: '',
  sent_by: 'Ada Lovelace',
  purpose: 'service',
  held_back: { no_consent: 0, weekly_limit: 0, not_meant: 0, recalled: 0 },
  stage: 'sent',
  send_at: null,
  local_time: false,
  counted: null,
  went_at: null,
  ended_at: null,
  link: null,
  link_lost_at: null,
  recipients: 3,
  counts: { ...noCounts, accepted: 2, failed: 1 },
})

export const aRecipient = (fields: Partial<Recipient> = {}): Recipient => ({
  _id: 'user-1',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  state: 'accepted',
  reason: null,
  attempts: 1,
  opened_at: null,
  updated_at: '2026-11-01T08:00:00.000Z',
  srno: 1,
  ...fields,
})

export const aPrivacy = (fields: Partial<UserPrivacy> = {}): UserPrivacy => ({
  news: false,
  reminders: true,
  preferences_at: null,
  text_version: '',
  app: '',
  terms_version: '',
  terms_at: null,
  merged_into: null,
  erased_at: null,
  is_erased: false,
  kept: [{ what: 'The id of the account', why: 'A backup is erased again by it.', until: null }],
  requests: [],
  ...fields,
})
