import { type Coverage, type CoverageCell, hiddenStates } from '#contract/manuals.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import type { Reference } from '#contract/records.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'

export type CoveredType = Coverage['rv_types'][number]
export type Named = Coverage['years'][number]
/** A cell with what it is about. */
export type Place = { type: CoveredType; year: Named; cell: CoverageCell }
type Gap = CoverageCell['gaps'][number]

/** How a cell looks: the worst that is true of it. */
export type CellState = 'none' | 'hidden' | 'required' | 'gaps' | 'complete'

export function stateOf({ manual_id, hidden_manual, gaps, page_count }: CoverageCell): CellState {
  if (manual_id === null) return hidden_manual ? 'hidden' : 'none'
  if (gaps.some(({ required }) => required)) return 'required'
  return gaps.length || !page_count ? 'gaps' : 'complete'
}

/** What a cell says first. */
export function headlineOf(cell: CoverageCell) {
  const { gaps, hidden_manual } = cell
  const required = gaps.filter((gap) => gap.required).length
  switch (stateOf(cell)) {
    case 'none':
      return 'No manual'
    case 'hidden':
      return `Manual ${hidden_manual ? hiddenStates[hidden_manual.why] : ''}`
    case 'required':
      return required === gaps.length
        ? `${formatCount(required, 'required topic')} missing`
        : `${formatCount(gaps.length, 'topic')} missing, ${required} required`
    case 'gaps':
      return gaps.length ? `${formatCount(gaps.length, 'topic')} missing` : 'No pages'
    case 'complete':
      return 'All topics covered'
  }
}

const PDF_WORDS = { none: 'No PDF', current: 'PDF current', older: 'PDF out of date' }

export const pdfWordsOf = ({ pdf }: CoverageCell) => PDF_WORDS[pdf]

/** All that a cell says. */
export const wordsOf = (cell: CoverageCell) =>
  [headlineOf(cell), ...(cell.manual_id === null ? [] : [formatCount(cell.page_count, 'page'), pdfWordsOf(cell)])].join(
    ', ',
  )

/** Why owners do not see the pages about a topic; undefined where there are none. */
export const hiddenWordsOf = ({ hidden, hidden_count }: Gap) =>
  hidden
    ? `${formatCount(hidden_count, 'page')} ${hidden_count === 1 ? 'is' : 'are'} ${hiddenStates[hidden]}`
    : undefined

/** All manuals in one sentence or two. */
export function summaryOf({ rv_types }: Coverage) {
  const states = rv_types.flatMap(({ cells }) => cells).map(stateOf)
  const count = (...some: CellState[]) => states.filter((state) => some.includes(state)).length
  const manuals = count('required', 'gaps', 'complete')
  const complete = count('complete')
  const lacking = count('required')
  return [
    `${formatNumber(complete)} of ${formatCount(manuals, 'manual')} ${complete === 1 ? 'has' : 'have'} all topics.`,
    ...(lacking ? [`${formatCount(lacking, 'manual')} ${lacking === 1 ? 'lacks' : 'lack'} a required topic.`] : []),
  ].join(' ')
}

/** What the form of a new manual is handed over. */
export type ChosenPlace = { category: Reference; year: Reference }

/** The form of the manual that is missing there, over the grid; closing it leads back. */
export const manualFormFor = ({ type, year }: Omit<Place, 'cell'>) => ({
  to: `${listPaths.manuals}?tab=coverage&new`,
  state: { chosen: { category: nameOnly(type), year: nameOnly(year) } satisfies ChosenPlace, opensDialog: true },
})

/** The form of a page about a topic that is missing. */
export const pageFormFor = ({ type, year, cell }: Place, { topic_id, name }: Gap) => ({
  to: `${listPaths['manual_pages']}?manual_id=${cell.manual_id}&new`,
  state: { name: placeName({ type, year }), gap: { topic: { _id: topic_id, name } } },
})

/** The list of the pages about a topic that owners do not see. */
export const hiddenPagesOf = ({ type, year, cell }: Place, { name, hidden }: Gap) => ({
  to: `${listPaths['manual_pages']}?${new URLSearchParams({ manual_id: cell.manual_id ?? '', topic: name, ...(hidden === 'deleted' && { status: 'inactive' }) })}`,
  state: { name: placeName({ type, year }) },
})

export const manualPathOf = (id: string) => recordPathOf('manuals', id)

/** The name of the manual of a place, there or not. */
export const placeName = ({ type, year }: Omit<Place, 'cell'>) => `${type.name} - ${year.name}`

const nameOnly = ({ _id, name }: Named): Reference => ({ _id, name })
