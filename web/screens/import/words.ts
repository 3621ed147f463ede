import type { Column } from '#contract/column.ts'
import {
  type ImportOutcome,
  type ImportRow,
  importOutcomes,
  type Rehearsal,
  type RehearsedType,
} from '#contract/imports.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import { plural } from '#contract/plural.ts'
import { valueInWords } from '#web/records/change/history/field-words.ts'
import { formatCount, formatNames, formatNumber } from '#web/ui/format.ts'
import { countOf, nounsOf } from './kinds-of-import.ts'

export type Counts = Rehearsal['counts']
export type FileColumn = Rehearsal['columns'][number]
type Field = ImportRow['fields'][number]

/** What an import would do with a row, in a word. */
export const outcomeWords: Record<ImportOutcome, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
}

/** What is to be known before records of a kind come in. */
export const notesBefore: Partial<Record<RehearsedType, string>> = {
  users: 'New users get no email and no password: they set one with “Forgot password” in the app.',
}

export const rowsIn = (counts: Counts) => importOutcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

/** The counts that are not zero: '12 new, 3 changed'. */
export const countsInWords = (counts: Counts, outcomes: readonly ImportOutcome[] = importOutcomes) =>
  outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatNumber(counts[outcome])} ${outcome}`)
    .join(', ')

/** How many records an import would write. */
export const writtenBy = (counts: Counts) => counts.new + counts.changed

/** What the button that applies a rehearsal says. */
export const applyLabel = (counts: Counts) =>
  counts.refused > 0
    ? `Import without the ${formatCount(counts.refused, 'refused row')}`.replace('the 1 ', 'the ')
    : `Import ${countsInWords(counts, ['new', 'changed'])}`

/** What would come of applying a rehearsal, in sentences. */
export function whatHappens(type: RehearsedType, counts: Counts) {
  const { unchanged, refused } = counts
  const rows = rowsIn(counts)
  if (rows === 0) return 'Nothing to import: the file has no rows below its heads.'
  if (!writtenBy(counts)) {
    if (!refused)
      return rows === 1
        ? 'Nothing to import: the only row is unchanged.'
        : `Nothing to import: all ${formatNumber(rows)} rows are unchanged.`
    return `Nothing to import: ${countsInWords(counts, ['unchanged', 'refused'])}.`
  }
  const parts = [
    ...(counts.new ? [`adds ${countOf(type, counts.new)}`] : []),
    ...(counts.changed ? [`changes ${countOf(type, counts.changed)}`] : []),
    ...(unchanged ? [`leaves ${formatNumber(unchanged)} as ${plural(unchanged, 'it is', 'they are')}`] : []),
  ]
  const left = refused ? ` ${formatCount(refused, 'refused row')} ${plural(refused, 'stays', 'stay')} out.` : ''
  return `The import ${formatNames(parts)}, as one change that can be undone.${left} Nothing has been changed yet.`
}

/** What people look at first. */
export const firstShown = (counts: Counts): ImportOutcome | undefined =>
  (['refused', 'changed', 'new'] as const).find((outcome) => counts[outcome] > 0)

/** What a column of a file is called: by its heading, and by its number if that does not tell it from others. */
export function nameOfColumn({ number, head, key }: FileColumn) {
  if (head && key === head) return head
  return head ? `Column ${number} (${head})` : `Column ${number}`
}

/** A column of a file that `cells` of a row name by its key. */
export const columnCalled = (columns: readonly FileColumn[], key: string) =>
  columns.find((column) => column.key === key)

/** Which columns are imported, and which are not, in sentences. */
export function columnsInWords(columns: readonly FileColumn[]) {
  const left = columns.filter(({ field }) => field === null)
  const taken = columns.length - left.length
  if (!left.length)
    return plural(taken, 'Its only column is imported.', `All ${formatNumber(taken)} columns are imported.`)
  const names = left.slice(0, NAMED).map((column) => `“${nameOfColumn(column)}”`)
  const others = left.length - names.length
  const named = formatNames(others ? [...names, formatCount(others, 'other')] : names)
  if (!taken) return `No column is imported yet: ${named}. Please choose what they hold.`
  return `${formatNumber(taken)} of ${formatCount(columns.length, 'column')} ${plural(taken, 'is', 'are')} imported. Not imported: ${named}.`
}

const NAMED = 5

/** The columns with one of them holding another field, or none: no two hold the same. */
export const withField = (columns: readonly FileColumn[], key: string, field: string | null) =>
  columns.map((column) => {
    if (column.key === key) return { ...column, field }
    return field !== null && column.field === field ? { ...column, field: null } : column
  })

export const mappingOf = (columns: readonly FileColumn[]) =>
  Object.fromEntries(columns.map(({ key, field }) => [key, field]))

/** A field of a row, before and after, as lists and the history show it. */
export function fieldInWords(type: RecordType | null, { field, label, from, to }: Field) {
  const columns = type ? Object.entries<Column>(kinds[type].columns) : []
  const [, column] = columns.find(([name, { wire = name }]) => wire === field) ?? []
  const change = { field, label, from, to, type: column && column.type !== 'hidden' ? column.type : 'text' } as const
  return { label, from: valueInWords(change, from), to: valueInWords(change, to) }
}

/** What a file of this kind is called. */
export const fileNameOf = (type: RehearsedType, what: string, format: string) => {
  const nouns = nounsOf(type)
  return `${nouns.charAt(0).toUpperCase()}${nouns.slice(1)} ${what}.${format}`
}
