import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { frenchTypes } from '#contract/french-calls.ts'
import { isImported } from '#contract/import-types.ts'
import { keyPermissions, keys, programTypes } from '#contract/keys.ts'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import { buildInhabitedApp, everyCall, fieldsOf, type InhabitedApp } from './inhabited-app.ts'

let app: InhabitedApp
beforeAll(async () => {
  app = await buildInhabitedApp()
})
afterAll(() => app.close())
// Of all keys together this takes longer on a slow machine than a proof of identity lasts.
beforeEach(() => app.db.updateTable('sessions').set({ proved_at: new Date().toISOString() }).execute())

const office = everyCall.map(([, endpoint]) => endpoint).filter((endpoint) => !endpoint.owner && !endpoint.public)
const BEYOND_KEY = 'This key does not allow that.'

/** What the last part of a path says that a call does. */
const verbs = {
  read: 'list get map models subtopics manual_years outline coverage problems in_app reached status opened recipients preview doubts',
  write:
    'add add_page edit edit_page restore upload fetch_picture create_pdf generate_pdf remove_pdf change_status upsert is_right mend',
  delete: 'delete',
  send: 'send retry recall',
}
/** These also need kinds beside the one that they belong to. */
const wide = new Set([
  'admin/audiences/count',
  'admin/campaign_units/list',
  'admin/campaign_units/get',
  'admin/campaign_units/add',
  'admin/campaign_units/edit',
  'admin/categories/models',
  'admin/topics/subtopics',
  'admin/campaigns/doubts',
  'admin/campaigns/delete',
  'admin/campaigns/restore',
  'admin/topics/delete',
  'admin/topics/restore',
  'admin/subtopics/delete',
  'admin/subtopics/restore',
  'admin/manuals/manual_years',
  'admin/manuals/outline',
  'admin/manuals/coverage',
  'admin/manuals/problems',
  'admin/manuals/generate_pdf',
  'admin/services/coverage',
  'admin/notifications/send',
  'admin/notifications/edit',
  'admin/notifications/reached',
  'admin/notifications/preview',
  'admin/notifications/recipients',
])
/** Calls about the kind that their input names, and what each does. */
const chosen: Record<string, keyof typeof verbs> = {
  'admin/changes/of_record': 'read',
  'admin/relations': 'read',
  'admin/next_number': 'read',
  'admin/export': 'read',
  'admin/reorder': 'write',
  'admin/import/rehearse': 'write',
  'admin/import/template': 'read',
  'admin/french/list': 'read',
  'admin/french/export': 'read',
  'admin/french/changed': 'read',
  'admin/french/confirm': 'write',
}
/** They answer by the key themselves: see keys.test.ts. */
const byAnswer = new Set([
  'admin/search',
  'admin/changes/undo',
  ...['list', 'rows', 'refused', 'apply', 'discard'].map((call) => `admin/import/${call}`),
])

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))
const folders = new Map(programTypes.map((type) => [type, folderOf(recordCalls[type].list.path)]))
const does = (path: string) => {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  return Object.entries(verbs).find(([, some]) => some.split(' ').includes(verb))?.[0]
}

/** Whether a call that is about one kind takes this one. */
const isTaken = ({ path }: Endpoint, type: RecordType) =>
  (!path.startsWith('admin/import/') || isImported(type)) &&
  (!path.startsWith('admin/french/') || frenchTypes.some((one) => one === type))

type Granted = { type: RecordType; acts: Set<string> }
const isMeant = ({ path }: Endpoint, { type, acts }: Granted) =>
  byAnswer.has(path)
    ? path !== 'admin/changes/undo'
    : folders.get(type as never) === folderOf(path) && !wide.has(path) && acts.has(does(path) ?? 'nothing')

describe.each(programTypes)('a key for %s', (type) => {
  it.each([
    ['reads', 'read', [], ['read']],
    ['reads whatever else it may', 'read', keyPermissions, ['read']],
    ['changes', 'write', [], ['read', 'write']],
    ['changes, deletes and sends', 'write', keyPermissions, ['read', 'write', 'delete', 'send']],
  ] as const)('that %s reaches no call beyond that', async (name, scope, may, acts) => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const fields = { name: `${type} ${name}`, scope, may: [...may], record_types: [type], expires_at }
    const { secret: token } = await app.call(keys.add, fields)
    const granted = { type, acts: new Set<string>(acts) }
    const isRefused = async (endpoint: Endpoint, input: object) => {
      const response = await app.send(endpoint, input, { token })
      return response.statusCode === 403 && response.json().message === BEYOND_KEY
    }
    const wrong: unknown[] = []
    for (const endpoint of office.filter(({ path }) => !chosen[path] && path !== 'admin/bulk')) {
      const let_in = !(await isRefused(endpoint, {}))
      // Refused in other words, as none of the changes is its own.
      const meant = isMeant(endpoint, granted) || endpoint.path === 'admin/changes/undo'
      if (let_in !== meant) wrong.push([endpoint.path, let_in])
    }
    for (const endpoint of office.filter(({ path }) => chosen[path])) {
      for (const record_type of programTypes.filter((type) => isTaken(endpoint, type))) {
        const format = endpoint.path === 'admin/french/export' ? 'xliff' : 'csv'
        const { record_id } = app.ids
        const values = { record_type, record_id, record_ids: [record_id], before: null, format }
        const input = Object.fromEntries(Object.entries(values).filter(([name]) => fieldsOf(endpoint).includes(name)))
        const let_in = !(await isRefused(endpoint, input))
        const meant = record_type === type && granted.acts.has(chosen[endpoint.path] ?? '')
        if (let_in !== meant) wrong.push([endpoint.path, record_type, let_in])
      }
    }
    for (const action of ['delete', 'restore', 'activate', 'set'] as const) {
      const bulk = office.find(({ path }) => path === 'admin/bulk') as Endpoint
      const input = {
        record_type: type,
        ids: [app.ids.record_id],
        action,
        expect: 1,
        ...(action === 'set' && { fields: {} }),
      }
      const let_in = !(await isRefused(bulk, input))
      const alone = !['topics', 'sub_topics', 'campaigns'].includes(type) || !['delete', 'restore'].includes(action)
      const meant = alone && granted.acts.has(action === 'delete' ? 'delete' : 'write')
      if (let_in !== meant) wrong.push(['admin/bulk', action, let_in])
    }
    expect(wrong).toEqual([])
  })
})
