import type { Endpoint } from '#contract/endpoint.ts'
import type { KeyPermission } from '#contract/keys.ts'
import type { Column } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls, recordTypes } from '#contract/kinds.ts'

/** What a key gives a program. */
export type Grant = { scope: 'read' | 'write'; types: ReadonlySet<RecordType>; may: ReadonlySet<KeyPermission> }

/** What a call needs: all of these kinds, and what it does with them. */
type Need = { types: readonly RecordType[]; act: 'read' | 'write' | KeyPermission }
/** Of a call that is about one kind of record, which its input names. */
type Chosen = (input: { record_type: RecordType; action?: string }) => Need
/** `answer`: the call itself answers by the grant. */
type Rule = Need | Chosen | 'answer'

const about =
  (act: Need['act']): Chosen =>
  ({ record_type }) => ({ types: [record_type], act })

/** Calls that are about more kinds than the one that they belong to. */
const more: Record<string, readonly RecordType[]> = {
  'admin/categories/models': ['models'],
  'admin/topics/subtopics': ['sub_topics'],
  'admin/manuals/manual_years': ['years'],
  'admin/manuals/outline': ['topics', 'sub_topics', 'manual_pages'],
  'admin/manuals/coverage': ['rv_types', 'years', 'topics', 'manual_pages'],
  'admin/manuals/problems': ['rv_types', 'years', 'topics', 'sub_topics', 'manual_pages', 'cms_pages'],
  'admin/manuals/generate_pdf': ['topics', 'sub_topics', 'manual_pages'],
  'admin/notifications/send': ['users'],
  'admin/notifications/reached': ['users'],
  'admin/notifications/count': ['users'],
  'admin/notifications/recipients': ['users'],
}
/** Calls that change something, although no record. */
const writing = new Set(['admin/manuals_pages/upload', 'admin/manuals_pages/fetch_picture', 'admin/services/is_right'])
/** Calls of a kind that no program may make; an audience is asked of more kinds than its own. */
const never = new Set(['admin/users/reset_password', 'admin/audiences/count'])

const general: Record<string, Rule> = {
  'admin/search': 'answer',
  'admin/changes/of_record': about('read'),
  'admin/relations': about('read'),
  'admin/next_number': about('read'),
  'admin/export': about('read'),
  'admin/import/rehearse': about('write'),
  'admin/import/template': about('read'),
  // A rehearsal is known only to the program that made it, by the key that allowed it.
  'admin/import/list': 'answer',
  'admin/import/rows': 'answer',
  'admin/import/refused': 'answer',
  'admin/import/apply': 'answer',
  'admin/import/discard': 'answer',
  'admin/reorder': about('write'),
  'admin/changes/undo': 'answer',
  'admin/bulk': ({ record_type, action }) =>
    action === 'delete' || action === 'restore'
      ? { types: withBelow(record_type), act: action === 'delete' ? 'delete' : 'write' }
      : { types: [record_type], act: 'write' },
}

/** A kind with those that are deleted and restored with it. */
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

/** What programs may call, by path; all else is closed to them. */
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

/** Whether a key lets a program make a call with this input at all; without an input, with any. */
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

/** Whether a caller may see records of a kind: those who are signed in see all, programs what their keys say. */
export const isWithinKey = ({ program }: { program?: { grant: Grant } }, type: RecordType) =>
  program === undefined || program.grant.types.has(type)

/** Whether undoing a change that the program has made itself is within its key: what was added or restored is deleted. */
export const permitsUndo = ({ scope, types, may }: Grant, kinds: Iterable<RecordType>, deletes: boolean) =>
  scope === 'write' && [...kinds].every((type) => types.has(type)) && (!deletes || may.has('delete'))
