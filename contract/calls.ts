import { account } from './account.ts'
import { invitations } from './administrators.ts'
import { changes, records } from './changes.ts'
import { dashboard } from './dashboard.ts'
import type { Endpoint } from './endpoint.ts'
import { exports } from './exports.ts'
import { firstSteps } from './first-steps.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from './kinds.ts'
import { ownerAccount } from './owner/account.ts'
import { config } from './owner/config.ts'
import { content, contentFound } from './owner/content.ts'
import { ownNotifications } from './owner/notifications.ts'
import { ownRecords } from './owner/own-records.ts'
import { sync } from './owner/sync.ts'
import { places } from './places.ts'
import { preview } from './preview.ts'
import { privacy } from './privacy.ts'
import { rollovers } from './rollovers.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { secondFactor, sessions, signIn } from './sign-in.ts'
import { system } from './system.ts'
import { preferences, views } from './views.ts'
import { warranty } from './warranty.ts'
import { webhooks } from './webhooks.ts'

const callsOf = (...types: RecordType[]) =>
  Object.fromEntries(types.map((type) => [kinds[type].tag, recordCalls[type]]))

/** Every call by resource: what the API description and the tests iterate over. */
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
  // All others.
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
  Rollovers: rollovers,
  'Owner: Account': ownerAccount,
  'Owner: Records': ownRecords,
  'Owner: Notifications': ownNotifications,
  'Owner: Content': { ...content, ...contentFound },
  'Owner: Sync': { sync },
  'Owner: Config': { config },
  // What it answers is named after the call of the app.
  Privacy: privacy,
}
