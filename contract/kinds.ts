import { administratorKind } from './administrators.ts'
import { appImageKind } from './app-images.ts'
import { checklistKind } from './checklists.ts'
import { cmsPageKind } from './cms-pages.ts'
import { dealerKind } from './dealers.ts'
import type { Column } from './kind.ts'
import { maintenanceItemKind } from './maintenance-items.ts'
import { manualPageKind } from './manual-pages.ts'
import { manualKind } from './manuals.ts'
import { menuItemKind } from './menu-items.ts'
import { modelKind } from './models.ts'
import { notificationKind } from './notifications.ts'
import { rvTypeKind } from './rv-types.ts'
import { rvKind } from './rvs.ts'
import { socialMediaKind } from './social-medias.ts'
import { subTopicKind } from './sub-topics.ts'
import { topicKind } from './topics.ts'
import { userKind } from './users.ts'
import { yearKind } from './years.ts'

/** Every kind of record by its table, in the order of the menu. */
export const kinds = {
  rv_types: rvTypeKind,
  models: modelKind,
  app_images: appImageKind,
  menu_items: menuItemKind,
  years: yearKind,
  users: userKind,
  social_medias: socialMediaKind,
  cms_pages: cmsPageKind,
  topics: topicKind,
  sub_topics: subTopicKind,
  manuals: manualKind,
  manual_pages: manualPageKind,
  checklists: checklistKind,
  rvs: rvKind,
  maintenance_items: maintenanceItemKind,
  dealers: dealerKind,
  notifications: notificationKind,
  admins: administratorKind,
}
/** A kind of record, by its name on the wire. */
export type RecordType = keyof typeof kinds
export const recordTypes = Object.keys(kinds) as [RecordType, ...RecordType[]]

type AudienceOf<Type extends RecordType, Columns = (typeof kinds)[Type]['columns']> = {
  [Name in keyof Columns]: Columns[Name] extends { audience: infer Audience } ? Audience : never
}[keyof Columns]
/** The kinds of records that all owners read in the app. */
export type PublishedType = {
  [Type in RecordType]: 'owners' extends AudienceOf<Type> ? Type : never
}[RecordType]
/** Whether all owners read such records in the app. */
export const isPublished = (type: RecordType) =>
  Object.values<Column>(kinds[type].columns).some(({ audience }) => audience === 'owners')
