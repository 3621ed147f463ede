import type { Endpoint } from '#contract/endpoint.ts'
import { type RecordType, recordCalls, recordTypes, sampleOf } from '#contract/kinds.ts'
import { ownCalls } from '#contract/owner/own-records.ts'
import { DAY, isoNow } from '../clock.ts'
import type { Schema } from './openapi-schemas.ts'

const AN_ID = '01a20aa3-4eee-71f4-a95c-01d1ea14347e'
const ANOTHER_ID = '01a20aa3-4eee-71f4-a95c-01d1ea14347f'

/** Example values by field name, where neither type nor description gives one. */
const known: Record<string, unknown> = {
  email: 'ada@example.com',
  password: 'correct-horse-1!',
  old_password: 'correct-horse-1!',
  new_password: 'correct-horse-2!',
  confirm_password: 'correct-horse-2!',
  otp: '123456',
  category: AN_ID,
  year: AN_ID,
  model: AN_ID,
  id_token: 'eyJhbGciOiJSUzI1NiJ9.eyJub25jZSI6IjEifQ.c2lnbmF0dXJl',
  token: 'fMEP0vJqS0:APA91bHun4MxP5egoKMwt2KZ',
  code: '123456',
  name: 'Ada Lovelace',
  serial: '310312',
  version: 3,
  record_type: 'rv_types',
  until: '2026-11-21T12:00:00.000Z',
  filters: {},
  sort: [],
  page: 1,
  per_page: 10,
}

/** The start of a later day. */
const inDays = (days: number) => `${isoNow(days * DAY).slice(0, 10)}T00:00:00.000Z`

const A_VIN = '1FDXE4FS6GD310312'

/** What calls need beyond what their schemas require, by path. */
const particular: Record<string, object> = {
  'admin/keys/add': { name: 'Nightly dealers', expires_at: inDays(90) },
  'admin/rollovers/prepare': { name: '2028', parts: ['models', 'manuals', 'pages'] },
  'admin/webhooks/add': { url: 'https://erp.example.com/hooks', record_types: ['dealers'] },
  'admin/users/login_confirm': { code: '123456' },
  'admin/sessions/end': { session_id: AN_ID },
  'admin/sessions/prove': { password: known.password },
  'admin/users/merge': { user_id: AN_ID, into_id: ANOTHER_ID, preview: true },
  'admin/notifications/count': { user_ids: [AN_ID], purpose: 'news' },
  'admin/notifications/preview': { title: 'Dear {name}', description: 'Please call {dealer}.', user_id: AN_ID },
  'admin/notifications/test': { code: '123456', title: 'Dear {name}', description: 'Please call {dealer}.' },
  'admin/notifications/send': { title: 'Recall', description: 'Please call.', user_ids: [AN_ID] },
  'admin/notifications/edit': {
    notification_id: AN_ID,
    version: 1,
    title: 'Recall',
    description: 'Please call.',
    send_at: inDays(3),
  },
  'admin/audiences/count': { audience: { field: 'has_rv', op: 'eq', value: true } },
  'admin/vin_patterns/check': { vin: '5ZT2CXKB1VB310312' },
  'vins/check': { vin: '5ZT2CXKB1VB310312' },
  'admin/campaigns/add_units': { campaign_id: AN_ID, vins: [A_VIN] },
  'admin/campaigns/report': { campaign_id: AN_ID, quarter: '2026-4' },
  'admin/campaigns/file_report': { campaign_id: AN_ID, quarter: '2026-4', submitted_on: '2027-01-20' },
  'admin/campaigns/letters': { campaign_id: AN_ID, format: 'csv', only: 'not_mailed' },
  'admin/campaigns/dealers': { campaign_id: AN_ID, format: 'csv' },
  'admin/campaigns/dealers_told': { campaign_id: AN_ID, told_on: '2026-06-01', expect: 12 },
  'admin/campaign_units/add': { vin: A_VIN },
  'admin/campaign_units/edit': { vin: A_VIN },
  'campaigns/lookup': { vin: A_VIN },
  'admin/bulk': { ids: [AN_ID] },
  'dealers/near': { latitude: 44.06, longitude: -121.31 },
  'notifications/read': { notification_id: AN_ID },
  'admin/preview': { record_type: 'cms_pages', fields: { title: 'About', content: '<p>Built to be taken out.</p>' } },
  'admin/relations': { record_id: AN_ID },
  'admin/manuals_pages/fetch_picture': { url: 'https://example.com/' },
  'admin/places/at': { latitude: 44.06, longitude: -121.31 },
  'admin/second_factor/passkey_add': { name: 'Phone' },
  'admin/views/save': { list: 'users', name: 'Inactive', state: {} },
}

/** The examples in the descriptions of kinds, by the path of each call that takes them. */
const described = new Map(
  recordTypes.flatMap((type) =>
    [...Object.values<Endpoint>(recordCalls[type]), ...Object.values(ownCalls[type] ?? {})].map(
      (endpoint) => [endpoint.path, sampleOf(type)] as const,
    ),
  ),
)

/** An example input for the call at `path`; files are given by name. */
export function exampleFor(path: string, schema: Schema) {
  const made = exampleOf(schema, { ...known, ...described.get(path) })
  return typeof made === 'object' ? { ...made, ...particular[path] } : made
}

/** More values for answers, in string fields that belong to no kind. */
const answered: Record<string, unknown> = {
  message: 'Done.',
  sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
  bytes: 20_480,
  cursor: 'eyJtb3ZlZCI6NDIwfQ',
  next: AN_ID,
  token: '8c1f0f6a2f7d4f0b9d3c5e7a',
  rv_type: 'Travel Trailer',
  year_name: '2027',
  model_name: '2285',
  topic: 'Electrical',
  subtopic: 'Fuses',
  title: 'Fuses',
  ios: '2.4.0',
  android: '2.4.0',
  rvs: 50,
  changes_an_hour: 1200,
  sign_ups: 10,
  content: '<p>Check the tire pressure before each trip.</p>',
}
/** Names of records that others refer to. */
const names: Record<string, string> = {
  category: 'Travel Trailer',
  cat_id: 'Travel Trailer',
  rv_types: 'Travel Trailer',
  record: 'Travel Trailer',
  year: '2027',
  year_id: '2027',
  years: '2027',
  model: '2285',
  topic_id: 'Electrical',
  subtopic_id: 'Fuses',
  manual_id: 'Travel Trailer - 2027',
  manuals: 'Travel Trailer - 2027',
  manual_pages: 'Travel Trailer - 2027',
}
const ADDRESS = 'https://office.example.com/files/example.png'
const typeOfPath = new Map<string, RecordType>([
  ...recordTypes.map((type) => [type, type] as const),
  ['slider_images', 'app_images'],
  ['maintenance', 'maintenance_items'],
])

/** An example answer of the app call at `path`, by its schema and those it names. */
export function answerFor(path: string, schema: Schema, schemas: Record<string, Schema>) {
  const [first = ''] = path.split('/')
  const type = typeOfPath.get(first)
  const { year: _year, category: _category, model: _model, page: _page, code: _code, ...said } = known
  return exampleOf(schema, { ...said, ...answered, ...(type && sampleOf(type)), ...nameIn(first) }, '', schemas)
}

/**
 * A value that fits a schema, for the field `name`: the `known` one if there is one. For an object, required fields and
 * those that callers usually send.
 */
function exampleOf(
  schema: Schema,
  known: Record<string, unknown>,
  name = '',
  schemas: Record<string, Schema> = {},
): unknown {
  const named = typeof schema['$ref'] === 'string' ? schemas[schema['$ref'].split('/').at(-1) ?? ''] : undefined
  if (named) return exampleOf(named, known, name, schemas)
  if (schema.format === 'binary') return /pdf/.test(String(schema.description)) ? 'guide.pdf' : 'picture.png'
  if ('const' in schema) return schema.const
  const values = schema.enum ?? schema['x-extensible-enum']
  if (Array.isArray(values)) return values[0] as unknown
  if (Object.hasOwn(known, name) && fits(schema, known[name])) return known[name]
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[]
  if (first) return exampleOf(first, known, name, schemas)
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const required = schema.required ?? []
      const shown = Object.entries(schema.properties ?? {}).filter(([key]) => required.includes(key) || key === 'page')
      const inside = { ...known, ...nameIn(name) }
      return Object.fromEntries(shown.map(([key, property]) => [key, exampleOf(property, inside, key, schemas)]))
    }
    case 'array':
      return [exampleOf(schema.items as Schema, known, name.replace(/s$/, ''), schemas)]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? Math.max(schema.minimum, 1) : 1
    default:
      return textFor(name, schema.format)
  }
}

const nameIn = (field: string) => (names[field] ? { name: names[field] } : {})

/** Whether the value known for a field's name has the field's type. */
function fits({ type, format }: Schema, value: unknown) {
  if (format === 'date-time' || format === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  const made = typeof value === 'number' ? ['number', 'integer'] : [Array.isArray(value) ? 'array' : typeof value]
  return type === undefined || [type].flat().some((one) => made.includes(one as string))
}

function textFor(name: string, format: unknown) {
  if (format === 'date-time') return '2026-11-21T12:00:00.000Z'
  if (format === 'date') return '2026-11-21'
  if (/(^|_)id$/.test(name)) return AN_ID
  return /(^|_)(url|icon|logo)$/.test(name) ? ADDRESS : 'text'
}
