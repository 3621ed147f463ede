import { plural } from '#contract/plural.ts'
import { needsNoValue } from '#contract/records.ts'
import { textOperators } from '#web/records/list/filters/column-filters.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import { type Filters, isFiltered, type KeptSelection } from './kept-selection.ts'

/** Who is meant: `count` users, chosen one by one or by the filters `all`, of whom `leftOut` are left out. */
export type Meant = {
  count: number
  all: Filters | null
  leftOut: number
  /** The sentence of the conditions, where it is by those. */
  words?: string
}

/** Who was meant when this selection was kept; undefined if that was nobody. */
export function meantBy(kept: KeptSelection): Meant | undefined {
  if (!('all' in kept)) return kept.ids.length ? { count: kept.ids.length, all: null, leftOut: 0 } : undefined
  const leftOut = kept.except?.length ?? 0
  return { count: Math.max(0, kept.total - leftOut), all: kept.all, leftOut }
}

/** The selection as text: '12 users selected'. */
export function selectionText({ count, all, leftOut }: Meant) {
  if (!count && !all) return 'No users selected'
  if (!all) return `${formatCount(count, 'user')} selected`
  if (!isFiltered(all) && !leftOut) return `All ${formatCount(count, 'user')} selected`
  return `${formatCount(count, 'user')} selected: ${whom(all, exceptWords(leftOut))}`
}

/** The recipients in short: '24,239 users (all active users except 2)'. */
export function recipientsText({ count, all, leftOut, words }: Meant) {
  const users = formatCount(count, 'user')
  if (words) return `${users} (${words})`
  return all ? `${users} (${whom(all, leftOut && `except ${formatNumber(leftOut)}`)})` : users
}

/** What is asked before a message is sent: to how many it goes, and whom that means. */
export function sendQuestion({ count, all, leftOut, words }: Meant, at?: string) {
  const chosen = plural(count, 'the one you selected', 'those you selected')
  const meant = words || (all ? whom(all, exceptWords(leftOut)) : chosen)
  if (at !== undefined)
    return `This message goes on ${at} to ${formatCount(count, 'user')}, who are counted again then: ${meant}. It can be recalled until it goes. Schedule it?`
  return `This message goes to ${formatCount(count, 'user')}: ${meant}. Once sent, it cannot be recalled. Send it?`
}

/** Whom all who match means: 'all whose name contains “birch” except the 2 you left out'. */
function whom(all: Filters, except: string | 0) {
  const who = isFiltered(all) ? `all ${criterion(all)}` : 'all active users'
  return except ? `${who} ${except}` : who
}

const exceptWords = (leftOut: number) =>
  leftOut && `except the ${plural(leftOut, 'one', formatNumber(leftOut))} you left out`

/** The filters in words: 'whose name contains “birch” and whose email ends with “.org”'. */
export function criterion(filters: Filters | null) {
  return Object.entries(filters ?? {})
    .map(([field, { op, value = '' }]) => {
      const operator = textOperators.find((one) => one.op === op) ?? textOperators[0]
      const words = `whose ${field} ${operator?.name.toLowerCase()}`
      return needsNoValue(op) ? words : `${words} “${[value].flat().join(', ')}”`
    })
    .join(' and ')
}
