import type { NamedRecord } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { counted, formatNumber } from '#contract/plural.ts'
import type { ChangeAction } from '../../../db/change-schema.ts'
import { formatRecordCount, recordTables } from '../../../records/record-tables.ts'
import type { ChangeFacts } from './facts.repository.ts'
import { inSeries, type Mention, type Words, words } from './words.ts'

/** More names than these are only counted. */
const NAMES = 3

/** Names that need no quotes: people's, and those made of a kind and a number. */
const isPlain = (type: RecordType) =>
  type === 'users' || type === 'admins' || recordTables[type].titlePrefix !== undefined

/** A record's name, in quotes if it could be any word. */
export const quoted = (record: Mention): Words => (isPlain(record.record_type) ? [record] : words`“${record}”`)

const told = (record: NamedRecord): Words =>
  record.within ? words`${quoted(record)} (${record.within})` : quoted(record)

/** One record with its kind: 'model 650 (Truck Camper 2027)'. Without a name, only its kind. */
export function named(record: NamedRecord, title = record.title): Words {
  const { noun, titlePrefix } = recordTables[record.record_type]
  if (!title) return [`one ${noun[0]}`]
  // Such a title already contains the kind.
  return titlePrefix ? told({ ...record, title }) : words`${noun[0]} ${told({ ...record, title })}`
}

/** The first record of a change, with its kind. */
export function target({ records: [first], record_type, title }: ChangeFacts) {
  return named(first ?? { record_type, record_id: '', title, within: null })
}

/** The moved record, without its kind. */
export function moved({ records: [first], record_type, title }: ChangeFacts): Words {
  return first ? told(first) : quoted({ record_type, record_id: '', title })
}

/** Where a record was moved that kept its number: others got larger ones, the next one first. */
export const movedBefore = ({ next }: ChangeFacts): Words => (next?.title ? words` before ${quoted(next)}` : [])

/** The records of the first one's kind, counted and named, and those of other kinds that went along. */
export function targets(facts: ChangeFacts): Words {
  const { record_type, records } = facts
  const own = records.filter((one) => one.record_type === record_type)
  const count = mainCount(facts)
  const meant = count + alreadySo(facts)
  const part = `${formatNumber(count)} of ${formatRecordCount(record_type, meant)}`
  const number = meant > count ? part : formatRecordCount(record_type, count)
  const main = count === 1 && meant === 1 ? target(facts) : words`${number}${bracketed(own, count)}`
  return words`${main}${below(facts, count)}`
}

/** How many of those meant by a change of many were already in the wanted state. */
export function alreadySo(facts: ChangeFacts) {
  const { call, state, expected_count, left_count } = facts
  if (call !== 'admin/bulk' || state !== 'done' || expected_count === null) return 0
  return Math.max(0, expected_count - left_count - mainCount(facts))
}

/** The state of records after the action, in a word. */
export function stateAfter(table: RecordType, action: ChangeAction | null) {
  if (action === 'set') return 'already set'
  if (action === 'activate' || action === 'restore') return 'already active'
  const isSwitched = action === 'deactivate' || recordTables[table].bulk.includes('deactivate')
  return isSwitched ? 'already inactive' : 'already removed'
}

/** How many records of its kind were changed, without those that went along. */
function mainCount({ kind, record_type, record_count, done_count, counts }: ChangeFacts) {
  if (done_count !== null) return done_count
  if (counts) return counts.find(([type]) => type === record_type)?.[1] ?? 1
  return kind === 'delete' || kind === 'restore' ? 1 : Math.max(1, record_count)
}

function bracketed(own: NamedRecord[], count: number): Words {
  const shown = own.filter(({ title }) => title).slice(0, count > NAMES ? NAMES - 1 : NAMES)
  const [first] = shown
  if (!first) return []
  const others = count - shown.length
  const rest = others > 0 ? [`${formatNumber(others)} more`] : []
  // Only if all of them are known to share it.
  const isShared = first.within !== null && own.length === count && own.every(({ within }) => within === first.within)
  if (isShared) return words` (${first.within ?? ''}: ${inSeries([...shown.map(quoted), ...rest])})`
  const names = inSeries([...shown.map(told), ...rest])
  return shown.some(({ within }) => within) ? words`: ${names}` : words` (${names})`
}

function below({ record_type, record_count, counts }: ChangeFacts, main: number): Words {
  if (!counts) {
    const others = record_count - main
    return others > 0 ? words` with ${counted(others, 'other record', 'other records')}` : []
  }
  const parts = counts.flatMap(([type, some]) => (type === record_type ? [] : [formatRecordCount(type, some)]))
  return parts.length ? words` with ${inSeries(parts)}` : []
}
