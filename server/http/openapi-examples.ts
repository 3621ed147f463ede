import type { Endpoint } from '#contract/endpoint.ts'
import { recordCalls, recordTypes, sampleOf } from '#contract/kinds.ts'
import { addedByOwners } from '#contract/owner/own-records.ts'
import { isoNow } from '../clock.ts'
import type { Schema } from './openapi-schemas.ts'

/** What a field of this name may hold, where neither its type nor the description of its kind says so. */
const known: Record<string, unknown> = {
  email: 'ada@example.com',
  password: 'correct-horse-1!',
  old_password: 'correct-horse-1!',
  new_password: 'correct-horse-2!',
  confirm_password: 'correct-horse-2!',
  otp: '123456',
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
const AN_ID = '01a20aa3-4eee-71f4-a95c-01d1ea14347e'

/** The beginning of a later day. */
const inDays = (days: number) => `${isoNow(days * 86_400_000).slice(0, 10)}T00:00:00.000Z`

/** What calls need beyond what their schemas require, by path. */
const particular: Record<string, object> = {
  'admin/keys/add': { name: 'Nightly dealers', expires_at: inDays(90) },
  'admin/users/login_confirm': { code: '123456' },
  'admin/sessions/end': { session_id: AN_ID },
  'admin/sessions/prove': { password: known.password },
  'admin/notifications/send': { title: 'Recall', description: 'Please call.', user_ids: [AN_ID] },
  'admin/bulk': { ids: [AN_ID] },
  'admin/relations': { record_id: AN_ID },
  'admin/manuals_pages/fetch_picture': { url: 'https://example.com/' },
  'admin/places/at': { latitude: 44.06, longitude: -121.31 },
  'admin/second_factor/passkey_add': { name: 'Phone' },
  'admin/views/save': { list: 'users', name: 'Inactive', state: {} },
}

/** What the descriptions say that the fields of a kind may hold, by the path of each call that takes them. */
const described = new Map(
  recordTypes.flatMap((type) =>
    [...Object.values<Endpoint>(recordCalls[type]), addedByOwners[type]].flatMap((endpoint) =>
      endpoint ? [[endpoint.path, sampleOf(type)] as const] : [],
    ),
  ),
)

/** An input that the call at `path` takes; files stand in it by their names. */
export function exampleFor(path: string, schema: Schema) {
  const made = exampleOf(schema, { ...known, ...described.get(path) })
  return typeof made === 'object' ? { ...made, ...particular[path] } : made
}

/** A value that fits a schema, for the field `name`: what is `known` of it. Of an object, what is required, and what the caller usually sends. */
function exampleOf(schema: Schema, known: Record<string, unknown>, name = ''): unknown {
  if (schema.format === 'binary') return /pdf/.test(String(schema.description)) ? 'guide.pdf' : 'picture.png'
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Object.hasOwn(known, name)) return known[name]
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as Schema[]
  if (first) return exampleOf(first, known, name)
  switch (schema.type) {
    case 'object': {
      const required = schema.required ?? []
      const shown = Object.entries(schema.properties ?? {}).filter(([key]) => required.includes(key) || key === 'page')
      return Object.fromEntries(shown.map(([key, property]) => [key, exampleOf(property, known, key)]))
    }
    case 'array':
      return [exampleOf(schema.items as Schema, known, name.replace(/s$/, ''))]
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? Math.max(schema.minimum, 1) : 1
    default:
      return /(^|_)id$/.test(name) ? AN_ID : 'text'
  }
}
