import type { Column } from '#contract/column.ts'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import { refused } from '../../errors.ts'
import { recordTables } from '../../records/record-tables.ts'

/** How a cell's value is made from what a list's SELECT reads. */
type Made =
  | 'text'
  | 'number'
  | 'day'
  | 'time'
  /** True or false. */
  | 'flag'
  /** The path of a stored file, as an address. */
  | 'file'
  /** HTML, with its pictures' addresses. */
  | 'html'
  /** Several texts, joined. */
  | 'joined'
  /** The second word if there is a value, else the first. */
  | 'presence'
  /** Numbers by name, as JSON. */
  | 'counts'
  /** The row's number. */
  | 'row_number'
  /** The cells of an imported file, as JSON: a column for each of `heads`. */
  | 'cells'
  /** Messages by field, as JSON. */
  | 'messages'

/** A column of a file. */
export type ExportColumn = {
  label: string
  made: Made
  /** The names in the SELECT that it is made from. */
  from: readonly string[]
  /** The labels of its values. */
  words?: Readonly<Record<string, string>>
  /** The headings of the columns of `cells`. */
  heads?: readonly string[]
}

const column = (label: string, made: Made, ...from: string[]): ExportColumn => ({ label, made, from })
const wordColumn = (label: string, from: string, words: Record<string, string>): ExportColumn => ({
  ...column(label, 'text', from),
  words,
})
const presence = (label: string, none: string, some: string, ...from: string[]): ExportColumn => ({
  ...column(label, 'presence', ...from),
  words: { none, some },
})

const YES_OR_NO = { 0: 'No', 1: 'Yes' }
const STATES = { ACTIVE: 'Active', INVITED: 'Invited', INACTIVE: 'Inactive' }
const addedBy = column('Added By', 'text', 'added_by')
const status = wordColumn('Status', 'is_deleted', { 0: 'Active', 1: 'Inactive' })

/** What lists show besides the columns of their kinds, by field. */
const ofAll: Record<string, ExportColumn> = {
  _id: column('_id', 'text', 'id'),
  srno: column('# ID', 'row_number'),
  status,
  is_deleted: status,
  version: column('Version', 'number', 'version'),
  created_at: column('Created', 'time', 'created_at'),
  updated_at: column('Updated', 'time', 'updated_at'),
  updated_by: column('Updated by', 'text', 'updated_by'),
  added_by: addedBy,
  user_email: column('Owner’s email', 'text', 'user_email'),
  rv_type: column('RV Type', 'text', 'rv_type'),
  rv_count: column('RVs', 'number', 'rv_count'),
  model_count: column('Models', 'number', 'model_count'),
  page_count: column('Manual Pages', 'number', 'page_count'),
  subtopic_count: column('Sub Topics', 'number', 'subtopic_count'),
}
const ofKinds: Partial<Record<RecordType, Record<string, ExportColumn>>> = {
  models: { rv_type: column('RV Type Name', 'text', 'rv_type') },
  // The user that it refers to.
  rvs: { added_by: addedBy },
  users: {
    type: column('Signs in with', 'text', 'type'),
    status: wordColumn('Status', 'status', { 0: 'Inactive', 1: 'Active' }),
  },
  admins: {
    status: wordColumn('Status', 'status', STATES),
    last_sign_in: column('Last sign-in', 'time', 'last_sign_in'),
    second_factor: presence('Second factor', 'No', 'Yes', 'totp_since', 'passkey_count'),
  },
  manuals: {
    name: column('Name', 'joined', 'rv_type', 'year_name'),
    page_count: column('Sub topics with a page', 'number', 'page_count'),
    has_pdf: presence('PDF', 'No', 'Yes', 'pdf_file'),
  },
  manual_pages: {
    name: column('Manual', 'joined', 'rv_type', 'year_name'),
    has_text: presence('Text', 'None', 'Written', 'content'),
  },
  notifications: {
    created_at: column('Sent at', 'time', 'created_at'),
    sent_by: column('Sent by', 'text', 'sent_by'),
    counts: column('Delivery', 'counts', 'counts'),
  },
}

const MADE: Partial<Record<Column['type'], Made>> = {
  number: 'number',
  day: 'day',
  time: 'time',
  flag: 'flag',
  picture: 'file',
  file: 'file',
  rich_text: 'html',
}
/** Never shown to anyone, or of no interest to people. */
const KEPT_BACK: Column['type'][] = ['secret', 'hidden']

/**
 * The columns of a file: these fields of the list, as it shows them; or `_id` and every field of the kind, as stored,
 * and also the names of references. `selected` is what the list's SELECT reads. Throws 422 for a field it does not
 * have.
 */
export function exportColumns(type: RecordType, selected: ReadonlySet<string>, fields?: string[]): ExportColumn[] {
  const isRead = ({ from }: ExportColumn) => from.every((name) => selected.has(name))
  if (!fields) return [ofAll._id as ExportColumn, ...everyField(type)].filter(isRead)
  const known = shownColumns(type)
  return fields.map((field) => {
    const found = known.get(field)
    if (!found || !isRead(found)) throw refused('columns', `This list has no column ${field}.`)
    return found
  })
}

/** Every field of a kind that its calls know, in the description's order. */
function everyField(type: RecordType) {
  const known = Object.keys(recordCalls[type].get.output.shape.data.shape)
  return described(type).flatMap(({ name, wire, label, type: valueType, shownAs, refersTo }) => {
    if (!known.includes(wire)) return []
    if (!refersTo) return [column(label, MADE[valueType] ?? 'text', name)]
    const names = shownAs ? [shownColumns(type).get(shownAs)] : []
    return [column(`${label} _id`, 'text', name), ...names.flatMap((one) => (one ? [{ ...one, label }] : []))]
  })
}

/** What a list can show, by field. */
function shownColumns(type: RecordType): ReadonlyMap<string, ExportColumn> {
  const own = described(type).flatMap(({ name, wire, label, type: valueType, shownAs, refersTo, words }) => {
    if (refersTo) return shownAs ? [[shownAs, column(label, 'text', shownAs)] as const] : []
    const shown = column(label, MADE[valueType] ?? 'text', name)
    if (valueType === 'flag') return [[wire, wordColumn(label, name, YES_OR_NO)] as const]
    return [[wire, words ? { ...shown, words } : shown] as const]
  })
  return new Map([...Object.entries(ofAll), ...own, ...Object.entries(ofKinds[type] ?? {})])
}

const described = (type: RecordType) =>
  Object.entries<Column<RecordType>>(recordTables[type].columns).flatMap(([name, facts]) =>
    KEPT_BACK.includes(facts.type) ? [] : [{ name, wire: name, ...facts }],
  )
