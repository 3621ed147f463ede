import { administratorKind, administrators } from './administrators.ts'
import { appImageKind, appImages } from './app-images.ts'
import { audienceKind, audiences } from './audiences.ts'
import { campaignUnitKind, campaignUnits } from './campaign-units.ts'
import { campaignKind, campaigns } from './campaigns.ts'
import { checklistKind, checklists } from './checklists.ts'
import { cmsPageKind, cmsPages } from './cms-pages.ts'
import type { Column } from './column.ts'
import { dealerKind, dealers } from './dealers.ts'
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
import { vinPatternKind, vinPatterns } from './vin-patterns.ts'
import { yearKind, years } from './years.ts'

/** Every kind of record by table, in the menu's order, with its calls; all have `list` and `get`. */
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
  vin_patterns: { kind: vinPatternKind, calls: vinPatterns },
  maintenance_items: { kind: maintenanceItemKind, calls: maintenanceItems },
  dealers: { kind: dealerKind, calls: dealers },
  notifications: { kind: notificationKind, calls: notifications },
  templates: { kind: templateKind, calls: templates },
  audiences: { kind: audienceKind, calls: audiences },
  campaigns: { kind: campaignKind, calls: campaigns },
  campaign_units: { kind: campaignUnitKind, calls: campaignUnits },
  admins: { kind: administratorKind, calls: administrators },
}

/** A kind of record, by its wire name. */
export type RecordType = keyof typeof resources
export const recordTypes = Object.keys(resources) as [RecordType, ...RecordType[]]

const each = <Part extends 'kind' | 'calls'>(part: Part) =>
  Object.fromEntries(recordTypes.map((type) => [type, resources[type][part]])) as {
    [Type in RecordType]: (typeof resources)[Type][Part]
  }
/** The descriptions of all kinds of records. */
export const kinds = each('kind')
/** The calls of all kinds of records. */
export const recordCalls = each('calls')

/** The kinds of records that programs can upsert. */
export type UpsertType = {
  [Type in RecordType]: (typeof resources)[Type]['calls'] extends { upsert: unknown } ? Type : never
}[RecordType]
export const upsertTypes = recordTypes.filter((type): type is UpsertType => 'upsert' in resources[type].calls)

/** The kinds of records whose edits can be scheduled. */
export type LaterType = {
  [Type in RecordType]: (typeof kinds)[Type]['columns'] extends { edits_at: unknown } ? Type : never
}[RecordType]
export const isLaterType = (type: RecordType): type is LaterType => 'edits_at' in kinds[type].columns
export const laterTypes = recordTypes.filter(isLaterType)

/** Sample values for a kind's fields, by wire name, as far as its description gives them. */
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
/** Whether all owners read records of this kind in the app. */
export const isPublished = (type: RecordType) =>
  Object.values<Column>(kinds[type].columns).some(({ audience }) => audience === 'owners')
