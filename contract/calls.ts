import { account } from './account.ts'
import { administrators, invitations } from './administrators.ts'
import { appImages } from './app-images.ts'
import { changes, records } from './changes.ts'
import { checklists } from './checklists.ts'
import { cmsPages } from './cms-pages.ts'
import { dealers } from './dealers.ts'
import type { Endpoint } from './endpoint.ts'
import { firstSteps } from './first-steps.ts'
import { maintenanceItems } from './maintenance-items.ts'
import { manualPages } from './manual-pages.ts'
import { manuals } from './manuals.ts'
import { menuItems } from './menu-items.ts'
import { models } from './models.ts'
import { notifications } from './notifications.ts'
import { ownerAccount } from './owner/account.ts'
import { content } from './owner/content.ts'
import { ownNotifications } from './owner/notifications.ts'
import { ownRecords } from './owner/own-records.ts'
import { places } from './places.ts'
import { rvTypes } from './rv-types.ts'
import { rvs } from './rvs.ts'
import { security } from './security.ts'
import { secondFactor, sessions, signIn } from './sign-in.ts'
import { socialMedias } from './social-medias.ts'
import { subTopics } from './sub-topics.ts'
import { system } from './system.ts'
import { topics } from './topics.ts'
import { users } from './users.ts'
import { preferences, views } from './views.ts'
import { warranty } from './warranty.ts'
import { years } from './years.ts'

/** Every call by resource: what the API description and the tests iterate over. */
export const calls: Record<string, Record<string, Endpoint>> = {
  Account: account,
  'Sign-in': signIn,
  'Second Factor': secondFactor,
  Sessions: sessions,
  Security: security,
  Administrators: administrators,
  Invitations: invitations,
  'RV Types': rvTypes,
  Models: models,
  'Slider Images': appImages,
  'App Menus': menuItems,
  Years: years,
  Users: users,
  Topics: topics,
  'Sub Topics': subTopics,
  Manuals: manuals,
  'Manual Pages': manualPages,
  Checklists: checklists,
  'RV Management': rvs,
  Warranty: warranty,
  Maintenance: maintenanceItems,
  'Social Media': socialMedias,
  'CMS Pages': cmsPages,
  'RV Dealers/Services': dealers,
  Places: places,
  Notifications: notifications,
  Views: views,
  Preferences: preferences,
  'First Steps': firstSteps,
  System: system,
  Changes: changes,
  Records: records,
  'Owner: Account': ownerAccount,
  'Owner: Records': ownRecords,
  'Owner: Notifications': ownNotifications,
  'Owner: Content': content,
}

export { API_BASE } from './endpoint.ts'
