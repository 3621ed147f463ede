import { listPaths } from '#contract/paths.ts'
import type { Rollover, RolloverCounts, RolloverDifference } from '#contract/rollovers.ts'
import { formatOfficeTime, officeTimeZone } from '#web/forms/office-time.ts'
import { formatCount, formatCounts, formatDateTime, formatNames, formatNumber } from '#web/ui/format.ts'
import { zoneInWords } from '#web/ui/zoned-time.ts'

/** What a rollover copies, in words: '12 models, 40 manuals and 480 pages'. */
export const countsInWords = ({ models, manuals, pages }: RolloverCounts) =>
  formatCounts([models, 'model'], [manuals, 'manual'], [pages, 'page']) || 'nothing'

export const totalOf = ({ models, manuals, pages }: RolloverCounts) => models + manuals + pages

/** What is not copied of all that could be; '' for nothing. */
export function leftOutInWords(all: RolloverCounts, chosen: RolloverCounts) {
  const left = {
    models: all.models - chosen.models,
    manuals: all.manuals - chosen.manuals,
    pages: all.pages - chosen.pages,
  }
  return totalOf(left) > 0 ? `Left out: ${countsInWords(left)}.` : ''
}

/** What owners get to see when it goes live. */
export function seenByOwners({ name, counts: { models, manuals } }: Rollover) {
  const what = formatCounts([models, 'model'], [manuals, 'manual'])
  return `Owners will see ${name}${what && ` with ${what}`}`
}

/** What a rollover of the past had copied, in a sentence. */
export const copiedInWords = ({ counts, made }: Rollover) =>
  totalOf(made) < totalOf(counts)
    ? `It was not finished: ${formatNumber(totalOf(made))} of ${formatNumber(totalOf(counts))} copied.`
    : `It had ${countsInWords(counts)}.`

/** A moment of the office, with what its time is called. */
export const officeTimeInWords = (iso: string) => `${formatOfficeTime(iso)} (${zoneInWords(officeTimeZone())})`

/** From which year a rollover was prepared, by whom and when. */
export const originOf = ({ from_year, created_at, created_by }: Rollover) =>
  `Copied from ${from_year.name}${created_by ? ` by ${created_by}` : ''}, ${formatDateTime(created_at)}.`

/** The lists of what a rollover has made, each with how much. */
export function listsOf({ year_id, name, counts }: Rollover) {
  const ofYear = new URLSearchParams({ year_id })
  const pagesOfYear = new URLSearchParams({ name: ` - ${name}`, 'name.op': 'ends_with' })
  return [
    { count: counts.models, words: formatCount(counts.models, 'model'), to: `${listPaths.models}?${ofYear}` },
    { count: counts.manuals, words: formatCount(counts.manuals, 'manual'), to: `${listPaths.manuals}?${ofYear}` },
    { count: counts.pages, words: formatCount(counts.pages, 'page'), to: `${listPaths.manual_pages}?${pagesOfYear}` },
  ].filter(({ count }) => count > 0)
}

/** The words for the ways in which a record differs from what was copied. */
export const differenceWords: Record<RolloverDifference['difference'], { label: string; color: string }> = {
  changed: { label: 'Changed', color: 'amber' },
  added: { label: 'Added', color: 'pine' },
  deleted: { label: 'Removed', color: 'red' },
}

/** What has become of a record since it was copied, in a sentence. */
export function differenceInWords({ difference, changed_fields }: RolloverDifference, year: string) {
  if (difference === 'added') return `It is not in ${year} yet.`
  if (difference === 'deleted') return `It is still in ${year}.`
  return changed_fields.length ? `Not the same any more: ${formatNames(changed_fields)}.` : 'It has changed.'
}
