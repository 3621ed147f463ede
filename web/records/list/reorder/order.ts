import type { Column } from '#contract/column.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType } from '#contract/kinds.ts'
import type { ListInput } from '#contract/records.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { ListState } from '#web/records/list/state/list-state.ts'

type Filters = NonNullable<ListInput['filters']>

/** The rows among which one moves, if not all: what they have in common, and the filters that show them. */
export type Among = { noun: string; filters: (row: ListedRow) => Filters }

/**
 * How rows move in the list that is shown: among all or some of them, with `isPart` in a part of their sequence, and
 * with `isWhole` where the list shows just those. Or why not, and what to do about it.
 */
export type Order = { among?: Among; isPart?: boolean; isWhole: boolean } | { refusal: string }

/**
 * How rows of this type move in a list with this state. Filters by the parents of a sequence leave out whole parts of
 * it, so that rows still move; all other filters leave out rows beside which one could stand.
 */
export function orderOf(type: RecordType, { sort, filters }: ListState, filtered: string[]): Order {
  const { sequence = {} }: Partial<RecordKind> = kinds[type]
  const [first, ...others] = sort
  if (first && (others.length || first.field !== 'seq_no' || first.order !== 'asc')) {
    return { refusal: 'Sort by sequence number to move rows.' }
  }
  const within = sequence.within ? [sequence.within] : []
  const parents = parentsOf(type, [...within, ...(sequence.part ?? [])])
  const rest = filtered.filter((field) => !parents.some(({ fields }) => fields.includes(field)))
  const found = parents.filter(({ fields }) => fields.some((field) => filtered.includes(field)))
  const noun = parents.map(({ noun }) => noun).join(' and ')
  // The default order has the parts one below the other.
  const isByParts = sequence.part !== undefined && !sort.length
  const isPart = !within.length && (isByParts || filtered.length > 0)
  if (rest.length || (isPart && !isByParts && found.length < parents.length)) {
    const orBy = parents.length ? `, or filter by ${noun} only,` : ''
    return { refusal: `Clear the filters${orBy} to move rows.` }
  }
  if (!isPart && !within.length) return { isWhole: true }
  const isOne = (field: string) => !filtered.includes(field) || filters[field]?.op === 'equals'
  return {
    among: { noun, filters: (row) => Object.fromEntries(parents.map(({ column }) => [column, sameAs(row, column)])) },
    isPart,
    isWhole: found.length === parents.length && parents.every(({ shownAs }) => isOne(shownAs)),
  }
}

function parentsOf(type: RecordType, columns: readonly string[]) {
  const all: Record<string, Column> = kinds[type].columns
  return columns.map((column) => {
    const { refersTo, shownAs = column } = all[column] ?? {}
    const { noun }: RecordKind = kinds[refersTo as RecordType]
    return { column, shownAs, noun: noun[0], fields: [column, shownAs] }
  })
}

function sameAs(row: ListedRow, column: string): Filters[string] {
  const { _id = '' } = (row[column] ?? {}) as { _id?: string }
  return { op: 'eq', value: _id }
}
