import { administratorKind, administrators } from './administrators.ts'
import { appImageKind, appImages } from './app-images.ts'
import { audienceKind, audiences } from './audiences.ts'
import { checklistKind, checklists } from './checklists.ts'
import { cmsPageKind, cmsPages } from './cms-pages.ts'
import { dealerKind, dealers } from './dealers.ts'
import type { Column } from './kind.ts'
import { maintenanceItemKind, maintenanceItems } from './maintenance-items.ts'
import { manualPageKind, manualPages } from './manual-pages.ts'
import { manualKind, manuals } from './manuals.ts'
import { menuItemKind, menuItems } from './menu-items.ts'
import { modelKind, models } from './models.ts'
import { notificationKind, notifications } from './notifications.ts'
import { rvTypeKind, rvTypes } from './rv-types.ts'
import { rvKind, rvs } from './rvs.ts'
import { socialMediaKind, socialMedias } from './social-medias.ts'
import { subTopicKind, subTopics } from './sub-topics.ts'
import { templateKind, templates } from './templates.ts'
import { topicKind, topics } from './topics.ts'
import { userKind, users } from './users.ts'
import { yearKind, years } from './years.ts'

/** Every kind of record by its table, in the order of the menu, with its calls, of which all have `list` and `get`. */
const resources = {
  rv_types: { kind: rvTypeKind, calls: rvTypes },
  models: { kind: modelKind, calls: models },
  app_images: { kind: appImageKind, calls: appImages },
  menu_items: { kind: menuItemKind, calls: menuItems },
  years: { kind: yearKind, calls: years },
  users: { kind: userKind, calls: users },
  social_medias: { kind: socialMediaKind, calls: socialMedias },
  cms_pages: { kind: cmsPageKind, calls: cmsPages },
  topics: { kind: topicKind, calls: topics },
  sub_topics: { kind: subTopicKind, calls: subTopics },
  manuals: { kind: manualKind, calls: manuals },
  manual_pages: { kind: manualPageKind, calls: manualPages },
  checklists: { kind: checklistKind, calls: checklists },
  rvs: { kind: rvKind, calls: rvs },
  maintenance_items: { kind: maintenanceItemKind, calls: maintenanceItems },
  dealers: { kind: dealerKind, calls: dealers },
  notifications: { kind: notificationKind, calls: notifications },
  templates: { kind: templateKind, calls: templates },
  audiences: { kind: audienceKind, calls: audiences },
  admins: { kind: administratorKind, calls: administrators },
}

/** A kind of record, by its name on the wire. */
export type RecordType = keyof typeof resources
export const recordTypes = Object.keys(resources) as [RecordType, ...RecordType[]]

const each = <Part extends 'kind' | 'calls'>(part: Part) =>
  Object.fromEntries(recordTypes.map((type) => [type, resources[type][part]])) as {
    [Type in RecordType]: (typeof resources)[Type][Part]
  }
/** The description of every kind of record. */
export const kinds = each('kind')
/** The calls of every kind of record. */
export const recordCalls = each('calls')

/** The kinds of records that programs upsert. */
export type UpsertType = {
  [Type in RecordType]: (typeof resources)[Type]['calls'] extends { upsert: unknown } ? Type : never
}[RecordType]
export const upsertTypes = recordTypes.filter((type): type is UpsertType => 'upsert' in resources[type].calls)

/** What the fields of a kind of record may hold, by their names on the wire, as far as its description says so. */
export const sampleOf = (type: RecordType): Record<string, NonNullable<Column['example']>> =>
  Object.fromEntries(
    Object.entries<Column>(kinds[type].columns).flatMap(([name, { wire = name, example }]) =>
      example === undefined ? [] : [[wire, example]],
    ),
  )

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
