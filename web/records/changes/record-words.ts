import type { Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { screens } from '#web/navigation/screens.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'

type Words = {
  one: string
  many: string
  path?: string
  /** What is below it is removed and restored with it. */
  hasBelow?: true
}

/** What records are called in a sentence, and the path of their list. */
const words: Record<RecordType, Words> = {
  rv_types: { one: 'RV type', many: 'RV types', path: screens.rvTypes.path },
  models: { one: 'model', many: 'models', path: screens.models.path },
  app_images: { one: 'slider image', many: 'slider images', path: screens.sliderImages.path },
  menu_items: { one: 'app menu', many: 'app menus', path: screens.appMenus.path },
  years: { one: 'year', many: 'years', path: screens.years.path },
  users: { one: 'user', many: 'users', path: screens.users.path },
  social_medias: { one: 'social media link', many: 'social media links', path: screens.socialMedia.path },
  cms_pages: { one: 'CMS page', many: 'CMS pages', path: screens.cmsPages.path },
  topics: { one: 'topic', many: 'topics', path: screens.topics.path, hasBelow: true },
  sub_topics: { one: 'sub topic', many: 'sub topics', path: screens.subTopics.path, hasBelow: true },
  manuals: { one: 'manual', many: 'manuals', path: screens.manuals.path },
  manual_pages: { one: 'manual page', many: 'manual pages', path: screens.manualPages.path },
  checklists: { one: 'checklist', many: 'checklists', path: screens.checklists.path },
  rvs: { one: 'RV', many: 'RVs', path: screens.rvManagement.path },
  maintenance_items: { one: 'maintenance item', many: 'maintenance items', path: screens.maintenanceItems.path },
  dealers: { one: 'dealer', many: 'dealers', path: screens.rvDealers.path },
  notifications: { one: 'notification', many: 'notifications', path: screens.notifications.path },
  admins: { one: 'administrator', many: 'administrators' },
}

/** What one record of this kind is called. */
export const nounOf = (type: RecordType) => words[type].one

/** Records of one kind, counted: '12 models'. */
export const countOf = (type: RecordType, count: number) =>
  `${formatNumber(count)} ${count === 1 ? words[type].one : words[type].many}`

/** Whether others go along when these records are removed or restored. */
export const haveBelow = (type: RecordType) => words[type].hasBelow === true

/** The path of the list of these records, if they have one. */
export const listPathOf = (type: RecordType) => words[type].path

/** The records of a change, named by the first one, as it may have changed others besides: 'topic and 11 others'. */
export const recordsOf = ({ record_type, record_count }: Pick<Change, 'record_type' | 'record_count'>) =>
  record_count > 1 ? `${nounOf(record_type)} and ${formatCount(record_count - 1, 'other')}` : nounOf(record_type)

/** Records of this kind as a title: 'RV types'. */
export const titleOf = (type: RecordType) => capital(words[type].many)

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The kinds of records to choose from. */
export const recordTypeOptions = Object.entries(words).map(([value, { many }]) => ({ value, label: capital(many) }))

/** What a change did. */
export const kindWords: Record<Change['kind'], string> = {
  add: 'Added',
  edit: 'Edited',
  delete: 'Removed',
  restore: 'Restored',
  undo: 'Undo',
  reorder: 'Reordered',
  import: 'Imported',
  send: 'Sent',
  other: 'Other',
}

/** The kinds of changes to choose from. */
export const kindOptions = Object.entries(kindWords).map(([value, label]) => ({ value, label }))
