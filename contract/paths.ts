import type { RecordType } from './kinds.ts'

/** The path of each kind's list in the back-office; a record's page is below it. Apart from the kinds: the sign-in page loads it. */
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
  maintenance_items: '/maintenance-item-management',
  dealers: '/rv-dealers',
  notifications: '/manage-notifications',
  templates: '/templates',
  audiences: '/audiences',
  admins: '/administrators',
} as const satisfies Record<RecordType, `/${string}`>

/** The path of the page of one record. */
export const recordPathOf = (type: RecordType, id: string) => `${listPaths[type]}/${id}`

/** The path of the page with the keys of programs. */
export const KEYS_PATH = '/keys'
/** The path of the page with the webhooks. */
export const WEBHOOKS_PATH = '/webhooks'

/** The path of the page that imports a file; `?type=` says of which kind. */
export const IMPORT_PATH = '/import'
/** The path of the page that prepares a model year. */
export const ROLLOVER_PATH = '/rollover'
