import { account } from './account.ts'
import { invitations } from './administrators.ts'
import { changes, records } from './changes.ts'
import { dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { exports } from './exports.ts'
import { firstSteps } from './first-steps.ts'
import { frenchCalls } from './french-calls.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from './kinds.ts'
import { ownerAccount } from './owner/account.ts'
import { ownCampaigns } from './owner/campaigns.ts'
import { config } from './owner/config.ts'
import { content, contentFound } from './owner/content.ts'
import { ownNotifications } from './owner/notifications.ts'
import { ownRecords } from './owner/own-records.ts'
import { sync } from './owner/sync.ts'
import { ownVins } from './owner/vins.ts'
import { places } from './places.ts'
import { preview } from './preview.ts'
import { privacy } from './privacy.ts'
import { rollovers } from './rollovers.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { secondFactor, sessions, signIn } from './sign-in.ts'
import { system } from './system.ts'
import { transfers } from './transfers.ts'
import { preferences, views } from './views.ts'
import { warranty } from './warranty.ts'
import { webhooks } from './webhooks.ts'

const callsOf = (...types: RecordType[]) =>
  Object.fromEntries(types.map((type) => [kinds[type].tag, recordCalls[type]]))

/** Every call by resource; the API description and the tests iterate over it. */
export const calls: Record<string, Record<string, Endpoint>> = {
  Account: account,
  'Sign-in': signIn,
  'Second Factor': secondFactor,
  Sessions: sessions,
  Security: security,
  ...callsOf('admins'),
  Invitations: invitations,
  Keys: keys,
  Webhooks: webhooks,
  ...callsOf(
    'rv_types',
    'models',
    'app_images',
    'menu_items',
    'years',
    'users',
    'topics',
    'sub_topics',
    'manuals',
    'manual_pages',
    'checklists',
    'rvs',
  ),
  Warranty: warranty,
  ...callsOf('maintenance_items', 'social_medias', 'cms_pages', 'dealers'),
  Places: places,
  // The rest.
  ...callsOf(...recordTypes),
  Views: views,
  Preferences: preferences,
  Dashboard: dashboard,
  'First Steps': firstSteps,
  System: system,
  Changes: changes,
  Records: records,
  Preview: preview,
  Search: search,
  Export: exports,
  Import: imports,
  French: frenchCalls,
  Rollovers: rollovers,
  Transfers: transfers,
  'Owner: Account': ownerAccount,
  'Owner: Records': ownRecords,
  'Owner: VINs': ownVins,
  'Owner: Campaigns': ownCampaigns,
  'Owner: Notifications': ownNotifications,
  'Owner: Content': { ...content, ...contentFound },
  'Owner: Sync': { sync },
  'Owner: Config': { config },
  // Its answers are named after the app's call.
  Privacy: privacy,
}
