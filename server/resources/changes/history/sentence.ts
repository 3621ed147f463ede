import type { SentencePart } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { KEYS_PATH, recordPathOf } from '#contract/paths.ts'
import { counted, formatNumber } from '#contract/plural.ts'
import type { ChangeAction } from '../../../db/change-schema.ts'
import { columnOf, formatRecordCount, recordTables } from '../../../records/record-tables.ts'
import type { ChangeFacts } from './facts.repository.ts'
import { phraseOf } from './sentence-calls.ts'
import { alreadySo, moved, movedBefore, named, quoted, stateAfter, target, targets } from './sentence-words.ts'
import { inSeries, partsOf, textOf, type Words, words } from './words.ts'

/** Longer values are left out, and more fields than these are only counted. */
const VALUE_CHARACTERS = 60
const FIELDS = 3

/** What a change did, in one sentence that begins with who made it; `parts` joined are the same. */
export function sentenceOf(facts: ChangeFacts): { sentence: string; parts: SentencePart[] } {
  const predicate = words` ${facts.state === 'done' ? predicateOf(facts) : unfinished(facts)}${rest(facts)}`
  const actor = actorOf(facts)
  return { sentence: actor.text + textOf(predicate), parts: [actor, ...partsOf(predicate)] }
}

function actorOf(facts: ChangeFacts): SentencePart {
  const { _id, kind, name } = facts.by
  if (kind === 'system' || _id === null) return { text: `${name}:`, is_actor: true }
  const text = ownNewName(facts)?.[0] ?? name
  if (kind === 'program') return { text: name, link: KEYS_PATH, is_actor: true }
  const record_type = kind === 'user' ? 'users' : 'admins'
  return { text: text || 'Someone', record_type, record_id: _id, link: recordPathOf(record_type, _id), is_actor: true }
}

/** What is said about those that were meant but not changed. */
function rest(facts: ChangeFacts) {
  const { kind, state, left_count, record_count, record_type } = facts
  const parts: string[] = []
  const all = wholeOf(facts)
  if (all) parts.push(`${formatNumber(record_count)} of ${counted(all, 'record', 'records')}`)
  if (alreadySo(facts)) parts.push(`the others were ${stateAfter(record_type, facts.action)}`)
  if (left_count) {
    const left = counted(left_count, 'record was left unchanged', 'records were left unchanged')
    const all = formatNumber(record_count + left_count)
    parts.push(kind === 'undo' && state === 'done' ? `${formatNumber(record_count)} of ${all}, because ${left}` : left)
  }
  return parts.map((part) => `; ${part}`).join('')
}

/** How many records the change had, if an undo in steps was stopped and so undid only a part. */
function wholeOf({ kind, state, expected_count, record_count, left_count, undone }: ChangeFacts) {
  const isInSteps = kind === 'undo' && state === 'done' && expected_count !== null
  const all = undone?.record_count ?? 0
  return isInSteps && !left_count && record_count < all ? all : undefined
}

/** The previous and the new name, if people changed their own. */
function ownNewName({ record_type, records: [first], by, fields, kind }: ChangeFacts) {
  const isOwn = (record_type === 'admins' || record_type === 'users') && first?.record_id === by._id && kind === 'edit'
  const [from, to] = (isOwn && fields['name']) || []
  return typeof from === 'string' && typeof to === 'string' ? ([from, to] as const) : undefined
}

/** What was done, without who did it. */
function predicateOf(whole: ChangeFacts): Words {
  const facts = withoutAuthorsOwn(whole)
  const phrase = phraseOf(facts)
  if (phrase) return phrase
  const { kind, records } = facts
  if (kind === 'undo') return undid(facts)
  if (kind === 'reorder') return reordered(facts)
  if (kind === 'edit') return edited(facts)
  if (kind === 'send') return words`sent ${target(facts)}`
  if (kind === 'export') return exported(facts)
  if (kind === 'import') return words`imported ${targets(facts)}${facts.detail ? ` from ${facts.detail}` : ''}`
  const did = kind === 'other' ? (records[0]?.action ?? 'edit') : kind
  return did === 'edit'
    ? edited(facts)
    : words`${{ add: 'added', delete: 'removed', restore: 'restored' }[did]} ${targets(facts)}`
}

const exported = ({ record_type, done_count, detail }: ChangeFacts): Words => [
  `exported ${formatRecordCount(record_type, done_count ?? 0)} as ${detail ?? ''}`,
]

/** The records' owner goes without saying if it is always the person who made the change. */
function withoutAuthorsOwn(facts: ChangeFacts): ChangeFacts {
  const { records, by } = facts
  const isOwn = records.every(({ within }) => within === by.name)
  return isOwn ? { ...facts, records: records.map((one) => ({ ...one, within: null })) } : facts
}

function undid({ by, undone, record_type, title, is_redo }: ChangeFacts): Words {
  if (!undone) return words`undid an earlier change of ${quoted({ record_type, record_id: '', title })}`
  // What a bulk change left out was not part of it.
  const facts = undone
  const isOwn = (facts.by.kind === by.kind && facts.by._id === by._id) || facts.by.kind === 'system'
  const theirs = facts.by.name || 'someone'
  if (is_redo)
    return isOwn ? words`${predicateOf(facts)} again` : words`redid what ${theirs} did: ${predicateOf(facts)}`
  const noun = phraseOf(facts) ? undefined : nounOf[facts.kind]
  if (noun) return words`undid ${isOwn ? 'the' : `${theirs}’s`} ${noun} of ${targets(withoutAuthorsOwn(facts))}`
  return isOwn ? words`undid: ${predicateOf(facts)}` : words`undid what ${theirs} did: ${predicateOf(facts)}`
}

const nounOf: Partial<Record<ChangeFacts['kind'], string>> = {
  add: 'addition',
  delete: 'removal',
  restore: 'restoration',
}

function reordered(facts: ChangeFacts) {
  const [from, to] = (facts.fields['seq_no'] ?? []) as number[]
  return words`moved ${moved(facts)}${to === undefined ? movedBefore(facts) : ` from ${String(from)} to ${to}`}`
}

function edited(facts: ChangeFacts): Words {
  const { record_type, records, fields, by } = facts
  const shown = Object.entries(fields).filter(([field]) => columnOf(record_type, field)?.type !== 'hidden')
  const [first] = records
  const isSelf = record_type === 'admins' && first?.record_id === by._id
  const whom = isSelf ? 'their profile' : targets(facts)
  const [[only, values] = []] = shown
  const { state = '', columns } = recordTables[record_type]
  if (only === state && columns[state]?.type === 'flag' && values && shown.length === 1) {
    return words`${values[1] ? 'activated' : 'deactivated'} ${whom}`
  }
  if (facts.action === 'set') return setInMany(facts, whom)
  const nameField = nameFieldOf(record_type)
  const [from, to] = (nameField && fields[nameField]) || []
  const own = ownNewName(facts)
  if (own) return [`changed their name to ${own[1]}${shown.length > 1 ? ' and their profile' : ''}`]
  const isRenamed = records.length === 1 && first && !isSelf && typeof from === 'string' && typeof to === 'string'
  if (isRenamed && isShort(from) && isShort(to)) {
    const others = shown.filter(([field]) => field !== nameField)
    const more = others.length ? words` and changed its ${labels(record_type, others)}` : ''
    return words`renamed ${named(first, from)} to ${quoted({ record_type, record_id: '', title: to })}${more}`
  }
  if (!shown.length) return words`changed ${whom}`
  const [before, after] = shown.length === 1 && only ? valuesOf(facts, only) : []
  if (before === undefined || after === undefined) return words`changed ${labels(record_type, shown)} of ${whom}`
  const label = labels(record_type, shown)
  if (after === '') return words`cleared ${label} of ${whom}`
  if (before === '') return words`set ${label} of ${whom} to ${after}`
  return words`changed ${label} of ${whom} from ${before} to ${after}`
}

/** What all of them have now. The first one may have lacked only some of these fields. */
function setInMany(facts: ChangeFacts, whom: string | Words): Words {
  const fields = JSON.parse(facts.detail ?? '[]') as string[]
  const [only = ''] = fields
  const label = labels(
    facts.record_type,
    fields.map((field) => [field, undefined]),
  )
  const [, value] = fields.length === 1 ? valuesOf(facts, only) : []
  if (value === undefined) return words`set ${label} of ${whom}`
  return value === '' ? words`cleared ${label} of ${whom}` : words`set ${label} of ${whom} to ${value}`
}

/** The field of a record's name, if it can be renamed. */
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

/** A field's values before and after as stated; undefined if they are not. */
function valuesOf(facts: ChangeFacts, field: string): (string | Words | undefined)[] {
  const { type, refersTo, words } = columnOf(facts.record_type, field) ?? {}
  const pair = facts.fields[field]?.slice(0, 2) ?? []
  if (type === 'rich_text' || type === 'picture' || type === 'file' || type === 'secret') return []
  return pair.map((stored) => {
    const value = stored as string | number | boolean | null | undefined
    if (value === null || value === undefined || value === '') return ''
    if (refersTo) return mentioned(facts, refersTo, String(value))
    if (type === 'flag') return value ? 'yes' : 'no'
    if (type === 'time') return undefined
    if (type === 'day') return String(value).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2-$3-$1')
    const text = String(value)
    if (words) return words[text] ?? text
    if (!isShort(text)) return undefined
    return type === 'text' ? `“${text}”` : text
  })
}

function mentioned({ nameOf }: ChangeFacts, record_type: RecordType, record_id: string): Words | undefined {
  const title = nameOf(record_type, record_id)?.title
  return title === undefined ? undefined : quoted({ record_type, record_id, title })
}

const began: Record<ChangeAction | 'edit', string> = {
  edit: 'change',
  reset_factors: 'change',
  delete: 'remove',
  restore: 'restore',
  activate: 'activate',
  deactivate: 'deactivate',
  set: 'change',
}

/** What a change in steps began, and how it ended early. */
function unfinished(facts: ChangeFacts) {
  const { state, record_count } = facts
  const what = beginning(facts)
  if (state === 'running') return words`is ${what.doing}`
  const end = state === 'stopped' ? 'stopped' : 'failed'
  return words`began ${what.toDo}; this ${state === 'stopped' ? 'was stopped' : end} after ${counted(record_count, 'record', 'records')}`
}

function beginning(facts: ChangeFacts) {
  const { kind, action, record_type, expected_count, undone, is_redo } = facts
  if (kind === 'undo') {
    const what = undone ? words`: ${predicateOf(undone)}` : ''
    const verb = is_redo ? 'redo' : 'undo'
    return { doing: words`${verb}ing${what}`, toDo: words`to ${verb}${what}` }
  }
  const many = formatRecordCount(record_type, expected_count ?? 0)
  const verb = began[action ?? 'edit']
  return { doing: `${verb.replace(/e$/, '')}ing ${many}`, toDo: `to ${verb} ${many}` }
}
