import type { Recipient } from '#contract/notifications.ts'
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

export const aTemplate = rowsOf('templates')
export const anAudience = rowsOf('audiences', { meant_for: 'Owners with an RV' })

export const aNotification = rowsOf('notifications', {
  description: 'Please call your dealer.',
  sent_by: 'Ada Lovelace',
  purpose: 'service',
  held_back: { no_consent: 0 },
  recipients: 3,
  counts: { waiting: 0, sending: 0, accepted: 2, inbox: 0, no_device: 0, failed: 1, unknown: 0 },
})

export const aRecipient = (fields: Partial<Recipient> = {}): Recipient => ({
  _id: 'user-1',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  state: 'accepted',
  reason: null,
  attempts: 1,
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
