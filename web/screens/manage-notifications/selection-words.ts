import { needsNoValue } from '#contract/records.ts'
import { textOperators } from '#web/records/list/column-filters.tsx'
import { formatCount, formatNumber } from '#web/ui/format.ts'
import type { Filters, Selection } from './selection.ts'

/** The selection as text: '12 users selected'. */
export function selectionText(selection: Selection) {
  const { count, all } = selection
  if (!count && !all) return 'No users selected'
  if (!all) return `${formatCount(count, 'user')} selected`
  if (!isFiltered(all) && !selection.leftOut) return `All ${formatCount(count, 'user')} selected`
  return `${formatCount(count, 'user')} selected: ${whom(selection)}`
}

/** What is asked before a message is sent: to how many it goes, and whom that means. */
export function sendQuestion(selection: Selection) {
  const { count, all } = selection
  const meant = all ? whom(selection) : 'those you selected one by one'
  return `This message goes to ${formatCount(count, 'user')}: ${meant}. It cannot be taken back. Send it?`
}

/** Whom all who match means: 'all whose name contains “birch”, but not 2 whom you left out'. */
function whom({ all, leftOut }: Selection) {
  const who = isFiltered(all) ? `all ${criterion(all)}` : 'all active users'
  return leftOut ? `${who}, but not ${formatNumber(leftOut)} whom you left out` : who
}

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

const isFiltered = (filters: Filters | null) => Object.keys(filters ?? {}).length > 0
