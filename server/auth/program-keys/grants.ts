import type { Column } from '#contract/column.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { frenchTypes } from '#contract/french-calls.ts'
import type { KeyPermission } from '#contract/keys.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from '#contract/kinds.ts'

/** What a key allows a program. */
export type Grant = { scope: 'read' | 'write'; types: ReadonlySet<RecordType>; may: ReadonlySet<KeyPermission> }

/** What a call needs: all of these kinds, and what it does with them. */
type Need = { types: readonly RecordType[]; act: 'read' | 'write' | KeyPermission }
/** For a call about one kind of record, named in its input. */
type Chosen = (input: { record_type: RecordType; action?: string }) => Need
/** `answer`: the call itself applies the grant. */
type Rule = Need | Chosen | 'answer'

const about =
  (act: Need['act']): Chosen =>
  ({ record_type }) => ({ types: [record_type], act })

/** Without a kind it is about all kinds with French. */
const aboutFrench: Chosen = ({ record_type }) => ({ types: record_type ? [record_type] : frenchTypes, act: 'read' })

/** Calls about more kinds than the one they belong to. */
const more: Record<string, readonly RecordType[]> = {
  'admin/audiences/count': ['users', 'rvs', 'maintenance_items'],
  'admin/campaign_units/list': ['users', 'rvs'],
  'admin/campaign_units/get': ['users', 'rvs'],
  'admin/campaign_units/add': ['users', 'rvs'],
  'admin/campaign_units/edit': ['users', 'rvs'],
  'admin/campaigns/doubts': ['campaign_units', 'users', 'rvs'],
  'admin/categories/models': ['models'],
  'admin/topics/subtopics': ['sub_topics'],
  'admin/manuals/manual_years': ['years'],
  'admin/manuals/outline': ['topics', 'sub_topics', 'manual_pages'],
  'admin/manuals/coverage': ['rv_types', 'years', 'topics', 'manual_pages'],
  'admin/manuals/problems': ['rv_types', 'years', 'topics', 'sub_topics', 'manual_pages', 'cms_pages'],
  'admin/manuals/generate_pdf': ['topics', 'sub_topics', 'manual_pages'],
  'admin/vin_patterns/check': ['rv_types', 'years', 'models'],
  'admin/rvs/owners': ['users'],
  'admin/services/coverage': ['users'],
  'admin/notifications/send': ['users'],
  'admin/notifications/edit': ['users'],
  'admin/notifications/reached': ['users'],
  'admin/notifications/count': ['users'],
  'admin/notifications/preview': ['users', 'rvs', 'models', 'dealers'],
  'admin/notifications/recipients': ['users'],
}
/** Calls that change something, though not a record. */
const writing = new Set(['admin/manuals_pages/upload', 'admin/manuals_pages/fetch_picture', 'admin/services/is_right'])
/** Calls that no program may make although their kind is open. */
const never = new Set([
  // A person reads its code from a phone.
  'admin/notifications/test',
  // People open campaigns, tell owners and file reports; programs say what happened to vehicles.
  'admin/campaigns/open',
  'admin/campaigns/close',
  'admin/campaigns/add_units',
  'admin/campaigns/report',
  'admin/campaign_units/confirm',
  'admin/campaign_units/reject',
  'admin/campaign_units/accept',
  'admin/campaign_units/notices',
  'admin/campaigns/remind',
  'admin/campaigns/file_report',
  'admin/campaigns/mailed',
  'admin/campaigns/returned',
  'admin/campaigns/letters',
  'admin/campaigns/dealers',
  'admin/campaigns/dealers_told',
  'admin/users/reset_password',
])

const general: Record<string, Rule> = {
  'admin/search': 'answer',
  'admin/changes/of_record': about('read'),
  'admin/relations': about('read'),
  'admin/next_number': about('read'),
  'admin/export': about('read'),
  'admin/import/rehearse': about('write'),
  'admin/import/template': about('read'),
  // Only the program that made a rehearsal knows it, with the key that allowed it.
  'admin/import/list': 'answer',
  'admin/import/rows': 'answer',
  'admin/import/refused': 'answer',
  'admin/import/apply': 'answer',
  'admin/import/discard': 'answer',
  'admin/reorder': about('write'),
  'admin/french/list': aboutFrench,
  'admin/french/export': aboutFrench,
  'admin/french/changed': about('read'),
  'admin/french/confirm': about('write'),
  'admin/changes/undo': 'answer',
  'admin/bulk': ({ record_type, action }) =>
    action === 'delete' || action === 'restore'
      ? { types: withBelow(record_type), act: action === 'delete' ? 'delete' : 'write' }
      : { types: [record_type], act: 'write' },
}

/** A kind and those that are deleted and restored with it. */
function withBelow(type: RecordType): RecordType[] {
  const goesWith = (other: RecordType) =>
    Object.values<Column>(kinds[other].columns).some(({ refersTo, deletedWith }) => deletedWith && refersTo === type)
  return [type, ...recordTypes.filter(goesWith).flatMap(withBelow)]
}

function needOf(type: RecordType, { path, change, multipart }: Endpoint): Need {
  const types = [type, ...(more[path] ?? [])]
  if (change === 'send') return { types, act: 'send' }
  if (change === 'delete') return { types: withBelow(type), act: 'delete' }
  if (change === 'restore') return { types: withBelow(type), act: 'write' }
  return { types, act: change || multipart || writing.has(path) ? 'write' : 'read' }
}

/** The calls programs may make, by path; all others are closed to them. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ...recordTypes
    .filter((type) => type !== 'admins')
    .flatMap((type) =>
      Object.values<Endpoint>(recordCalls[type])
        .filter(({ path }) => !never.has(path))
        .map((endpoint) => [endpoint.path, needOf(type, endpoint)] as const),
    ),
  ...Object.entries(general),
])

/** Whether a key allows a call with this input; without an input, whether with any. */
export function permits(grant: Grant, { path }: Endpoint, input?: unknown): boolean {
  const rule = rules.get(path)
  if (!rule) return false
  if (rule === 'answer') return true
  if (typeof rule !== 'function') return meets(grant, rule)
  return input === undefined || meets(grant, rule(input as Parameters<Chosen>[0]))
}

function meets({ scope, types, may }: Grant, need: Need) {
  if (!need.types.every((type) => types.has(type))) return false
  if (need.act === 'read') return true
  return scope === 'write' && (need.act === 'write' || may.has(need.act))
}

/** Whether a caller may see records of a kind: signed-in people see all, programs what their keys allow. */
export const isWithinKey = ({ program }: { program?: { grant: Grant } }, type: RecordType) =>
  program === undefined || program.grant.types.has(type)

/** Whether a key allows undoing the program's own change: what was added or restored is deleted. */
export const permitsUndo = ({ scope, types, may }: Grant, kinds: Iterable<RecordType>, deletes: boolean) =>
  scope === 'write' && [...kinds].every((type) => types.has(type)) && (!deletes || may.has('delete'))
