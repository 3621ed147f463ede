import type { Dealer } from '#contract/dealers.ts'
import type { Notification, Recipient } from '#contract/notifications.ts'
import type { Rv } from '#contract/rvs.ts'
import type { User } from '#contract/users.ts'
import { record } from './rows.ts'

export const aUser = (fields: Partial<User> = {}): User => ({
  ...record,
  _id: 'user-1',
  name: 'Grace Hopper',
  email: 'grace@example.com',
  type: 'SIMPLE',
  status: true,
  rv_count: 1,
  mail_problem: null,
  ...fields,
})

export const anRv = (fields: Partial<Rv> = {}): Rv => ({
  ...record,
  _id: 'rv-1',
  user: { _id: 'user-1', name: 'Grace Hopper' },
  added_by: 'Grace Hopper',
  user_email: 'grace@example.com',
  category: { _id: 'type-1', name: 'Travel Trailer' },
  rv_type: 'Travel Trailer',
  year: { _id: 'year-1', name: '2027' },
  year_name: '2027',
  model: { _id: 'model-1', name: '2285' },
  model_name: '2285',
  serial_no: '310312',
  serial: '310312',
  vin: '310312',
  ...fields,
})

export const aDealer = (fields: Partial<Dealer> = {}): Dealer => ({
  ...record,
  _id: 'dealer-1',
  type: 'both',
  active_lines: 'TT/TC',
  name: 'Northgate RV',
  logo: null,
  address: '400 J Street',
  area: 'Sacramento',
  city: 'Sacramento',
  state: 'California',
  country: 'United States',
  zip: '95814',
  phone: '(916) 555-0100',
  tollfree: '',
  hour_sales: 'Mon-Sat 9am-6pm',
  hour_service: 'Mon-Fri 8am-5pm',
  hour_parts: 'Mon-Fri 8am-4pm',
  latitude: 38.5816,
  longitude: -121.4944,
  ...fields,
})

export const aNotification = (fields: Partial<Notification> = {}): Notification => ({
  ...record,
  _id: 'notification-1',
  title: 'Recall',
  description: 'Please call your dealer.',
  sent_by: 'Ada Lovelace',
  recipients: 3,
  counts: { waiting: 0, sending: 0, accepted: 2, inbox: 0, no_device: 0, failed: 1, unknown: 0 },
  ...fields,
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
