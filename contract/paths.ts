import type { RecordType } from './kinds.ts'

/**
 * The path of each kind's list, with records' pages below it. Kept apart from the kinds because the sign-in page loads
 * it.
 */
export const listPaths = {
  rv_types: '/rv-types',
  models: '/models',
  app_images: '/slider-images',
  menu_items: '/app-menus',
  years: '/years',
  users: '/users',
  social_medias: '/socialmedia',
  cms_pages: '/cms-pages',
  topics: '/topics',
  sub_topics: '/sub-topics',
  manuals: '/manuals',
  manual_pages: '/manual-pages',
  checklists: '/checklists-management',
  rvs: '/rv-management',
  vin_patterns: '/vin-patterns',
  maintenance_items: '/maintenance-item-management',
  dealers: '/rv-dealers',
  notifications: '/manage-notifications',
  templates: '/templates',
  audiences: '/audiences',
  campaigns: '/campaigns',
  campaign_units: '/campaign-vehicles',
  admins: '/administrators',
} as const satisfies Record<RecordType, `/${string}`>

/** The path of a record's page. */
export const recordPathOf = (type: RecordType, id: string) => `${listPaths[type]}/${id}`

/** The path of the page with program keys. */
export const KEYS_PATH = '/keys'
/** The path of the page with webhooks. */
export const WEBHOOKS_PATH = '/webhooks'

/** The path of the page for imports; `?type=` says which kind. */
export const IMPORT_PATH = '/import'
/** The path of the page with records whose French is missing or out of date; `?state=` says which. */
export const FRENCH_PATH = '/french'
/** The path of the page that prepares a model year. */
export const ROLLOVER_PATH = '/rollover'
