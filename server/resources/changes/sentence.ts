import type { SentencePart } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { recordPathOf } from '#contract/paths.ts'
import type { ChangeAction } from '../../db/change-schema.ts'
import { columnOf, inWords, recordTables } from '../../records/record-tables.ts'
import { phraseOf } from './sentence-calls.ts'
import { alreadySo, moved, movedBefore, named, stateAfter, target, targets } from './sentence-words.ts'
import type { Story } from './stories.repository.ts'
import { counted, inSeries, type Mention, partsOf, textOf, type Words, words } from './words.ts'

/** Longer values are not said, and more fields than these are only counted. */
const VALUE_CHARACTERS = 60
const FIELDS = 3

/** What a change did, in one sentence that begins with who made it; `parts` are the same in a row. */
export function sentenceOf(story: Story): { sentence: string; parts: SentencePart[] } {
  const predicate = words` ${story.state === 'done' ? predicateOf(story) : unfinished(story)}${rest(story)}`
  const actor = actorOf(story)
  return { sentence: actor.text + textOf(predicate), parts: [actor, ...partsOf(predicate)] }
}

function actorOf(story: Story): SentencePart {
  const { _id, kind, name } = story.by
  if (kind === 'system' || _id === null) return { text: `${name}:`, is_actor: true }
  const text = ownNewName(story)?.[0] ?? name
  const record_type = kind === 'user' ? 'users' : 'admins'
  return { text: text || 'Someone', record_type, record_id: _id, link: recordPathOf(record_type, _id), is_actor: true }
}

/** What is said of those that were meant and not changed. */
function rest(story: Story) {
  const { kind, state, left_count, record_count, record_type } = story
  const parts: string[] = []
  const all = wholeOf(story)
  if (all) parts.push(`${record_count.toLocaleString('en-US')} of ${counted(all, 'record', 'records')}`)
  if (alreadySo(story)) parts.push(`the others were ${stateAfter(record_type, story.action)}`)
  if (left_count) {
    const left = counted(left_count, 'record was left as it was', 'records were left as they were')
    const all = (record_count + left_count).toLocaleString('en-US')
    parts.push(
      kind === 'undo' && state === 'done' ? `${record_count.toLocaleString('en-US')} of ${all}, as ${left}` : left,
    )
  }
  return parts.map((part) => `; ${part}`).join('')
}

/** How many records the change had that an undo in steps took back only in part, as an earlier one was stopped. */
function wholeOf({ kind, state, expected_count, record_count, left_count, undone }: Story) {
  const isInSteps = kind === 'undo' && state === 'done' && expected_count !== null
  const all = undone?.record_count ?? 0
  return isInSteps && !left_count && record_count < all ? all : undefined
}

/** The name of before and the new one, where people have changed their own. */
function ownNewName({ record_type, records: [first], by, fields, kind }: Story) {
  const isOwn = (record_type === 'admins' || record_type === 'users') && first?.record_id === by._id && kind === 'edit'
  const [from, to] = (isOwn && fields['name']) || []
  return typeof from === 'string' && typeof to === 'string' ? ([from, to] as const) : undefined
}

/** What was done, without who did it. */
function predicateOf(whole: Story): Words {
  const story = withoutMaker(whole)
  const phrase = phraseOf(story)
  if (phrase) return phrase
  const { kind, records } = story
  if (kind === 'undo') return undid(story)
  if (kind === 'reorder') return reordered(story)
  if (kind === 'edit') return edited(story)
  if (kind === 'send') return words`sent ${target(story)}`
  if (kind === 'import') return words`imported ${targets(story)}`
  const did = kind === 'other' ? (records[0]?.action ?? 'edit') : kind
  return did === 'edit'
    ? edited(story)
    : words`${{ add: 'added', delete: 'removed', restore: 'restored' }[did]} ${targets(story)}`
}

/** Whose records they are need not be said where all are of whoever made the change. */
function withoutMaker(story: Story): Story {
  const { records, by } = story
  const isOwn = records.every(({ within }) => within === by.name)
  return isOwn ? { ...story, records: records.map((one) => ({ ...one, within: null })) } : story
}

function undid({ by, undone, title, is_redo }: Story): Words {
  if (!undone) return [`undid an earlier change of ${title}`]
  const story = undone
  const verb = is_redo ? 'redid' : 'undid'
  const isOwn = story.by.kind === by.kind && story.by._id === by._id
  const whose = isOwn || story.by.kind === 'system' ? '' : ` what ${story.by.name || 'someone'} did`
  // What a change of many left behind was no part of it.
  return words`${verb}${whose}: ${predicateOf(story)}`
}

function reordered(story: Story) {
  const [from, to] = (story.fields['seq_no'] ?? []) as number[]
  return words`moved ${moved(story)}${to === undefined ? movedBefore(story) : ` from ${String(from)} to ${to}`}`
}

function edited(story: Story): Words {
  const { record_type, records, fields, by } = story
  const shown = Object.entries(fields).filter(([field]) => columnOf(record_type, field)?.type !== 'hidden')
  const [first] = records
  const isSelf = record_type === 'admins' && first?.record_id === by._id
  const whom = isSelf ? 'their profile' : targets(story)
  const [[only, values] = []] = shown
  if (record_type === 'users' && only === 'status' && values && shown.length === 1) {
    return words`${values[1] ? 'activated' : 'deactivated'} ${whom}`
  }
  const nameField = nameFieldOf(record_type)
  const [from, to] = (nameField && fields[nameField]) || []
  const own = ownNewName(story)
  if (own) return [`changed their name to ${own[1]}${shown.length > 1 ? ' and their profile' : ''}`]
  const isRenamed = records.length === 1 && first && !isSelf && typeof from === 'string' && typeof to === 'string'
  if (isRenamed && isShort(from) && isShort(to)) {
    const others = shown.filter(([field]) => field !== nameField)
    const more = others.length ? words` and changed its ${labels(record_type, others)}` : ''
    return words`renamed ${named(first, from)} to ${to}${more}`
  }
  if (!shown.length) return words`changed ${whom}`
  const [before, after] = shown.length === 1 && only ? valuesOf(story, only) : []
  if (before === undefined || after === undefined) return words`changed ${labels(record_type, shown)} of ${whom}`
  const label = labels(record_type, shown)
  if (after === '') return words`cleared ${label} of ${whom}`
  if (before === '') return words`set ${label} of ${whom} to ${after}`
  return words`changed ${label} of ${whom} from ${before} to ${after}`
}

/** The field of a record's title, if it has one that can be renamed. */
function nameFieldOf(type: RecordType) {
  const { title, titlePrefix, columns } = recordTables[type]
  const [only = '', ...others] = title
  return titlePrefix || others.length || columns[only]?.refersTo ? undefined : only
}

function labels(type: RecordType, fields: [field: string, values: unknown][]) {
  const all = fields.map(([field]) => columnOf(type, field)?.label || field)
  const others = all.length - FIELDS
  return inSeries(others > 0 ? [...all.slice(0, FIELDS), counted(others, 'other field', 'other fields')] : all)
}

const isShort = (text: string) => text.length <= VALUE_CHARACTERS && !/[\r\n]/.test(text)

/** A field's values before and after as they are said; undefined for one that is not. */
function valuesOf(story: Story, field: string): (string | Mention | undefined)[] {
  const { type, refersTo, words } = columnOf(story.record_type, field) ?? {}
  const pair = story.fields[field]?.slice(0, 2) ?? []
  if (type === 'rich_text' || type === 'picture' || type === 'file' || type === 'secret') return []
  return pair.map((stored) => {
    const value = stored as string | number | boolean | null | undefined
    if (value === null || value === undefined || value === '') return ''
    if (refersTo) return mentioned(story, refersTo, String(value))
    if (type === 'flag') return value ? 'yes' : 'no'
    if (type === 'day') return String(value).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2-$3-$1')
    const text = String(value)
    if (words) return words[text] ?? text
    if (!isShort(text)) return undefined
    return type === 'text' ? `“${text}”` : text
  })
}

function mentioned({ nameOf }: Story, record_type: RecordType, record_id: string): Mention | undefined {
  const title = nameOf(record_type, record_id)?.title
  return title === undefined ? undefined : { record_type, record_id, title }
}

const began: Record<ChangeAction | 'edit', string> = {
  edit: 'change',
  reset_factors: 'change',
  delete: 'remove',
  restore: 'restore',
  activate: 'activate',
  deactivate: 'deactivate',
}

/** What a change that runs in steps has begun, and how it ended before its end. */
function unfinished(story: Story) {
  const { state, record_count } = story
  const what = beginning(story)
  if (state === 'running') return words`is ${what.doing}`
  const end = state === 'stopped' ? 'stopped' : 'failed'
  return words`began ${what.toDo}, which ${state === 'stopped' ? 'was stopped' : end} after ${counted(record_count, 'record', 'records')}`
}

function beginning(story: Story) {
  const { kind, action, record_type, expected_count, undone, is_redo } = story
  if (kind === 'undo') {
    const what = undone ? words`: ${predicateOf(undone)}` : ''
    const verb = is_redo ? 'redo' : 'undo'
    return { doing: words`${verb}ing${what}`, toDo: words`to ${verb}${what}` }
  }
  const many = inWords(record_type, expected_count ?? 0)
  const verb = began[action ?? 'edit']
  return { doing: `${verb.replace(/e$/, '')}ing ${many}`, toDo: `to ${verb} ${many}` }
}
