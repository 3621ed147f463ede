import { type Coverage, type CoverageCell, hiddenStates } from '#contract/manuals.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import { plural } from '#contract/plural.ts'
import type { Reference } from '#contract/records.ts'
import { formatCount, formatNumber } from '#web/ui/format.ts'

export type CoveredType = Coverage['rv_types'][number]
export type Named = Coverage['years'][number]
type Topic = Coverage['topics'][number]
type Gap = CoverageCell['gaps'][number]
/** A cell with what it is about; `lacks` are the topics that it does not cover, also where there is no manual. */
export type Place = { type: CoveredType; year: Named; cell: CoverageCell; lacks: Gap[]; topics: Topic[] }

/** How a cell looks: the worst that is true of it. */
export type CellState = 'none' | 'hidden' | 'required' | 'gaps' | 'complete'

/** How a cell looks. */
export function stateOf({ manual_id, hidden_manual, gaps, page_count }: CoverageCell): CellState {
  if (manual_id === null) return hidden_manual ? 'hidden' : 'none'
  if (gaps.some(({ required }) => required)) return 'required'
  return gaps.length || !page_count ? 'gaps' : 'complete'
}

/** The cell of a type and a year, with all that owners lack there. */
export function placeOf({ topics }: Pick<Coverage, 'topics'>, type: CoveredType, year: Named, cell: CoverageCell) {
  const expected = new Set(type.expected_topic_ids)
  const all = topics.filter(({ _id }) => expected.has(_id))
  const lacks =
    cell.manual_id === null
      ? all.map(({ _id, name, required }) => ({ topic_id: _id, name, required, hidden: null, hidden_count: 0 }))
      : cell.gaps
  return { type, year, cell, lacks, topics }
}

/** How many of its topics a manual covers: '10 of 12 topics covered'. */
export const coveredWords = ({ cell, lacks }: Pick<Place, 'cell' | 'lacks'>) =>
  `${formatNumber(cell.topic_count)} of ${formatCount(cell.topic_count + lacks.length, 'topic')} covered`

/** How many sub topics have a page: '29 of 56 sub topics with a page'. */
export const writtenWords = (written: number, all: number) =>
  `${formatNumber(written)} of ${formatCount(all, 'sub topic')} with a page`

/** How many pages a manual can have. */
export const subTopicsIn = (topics: Topic[]) => topics.reduce((sum, { sub_topics }) => sum + sub_topics.length, 0)

/** What a cell says first. */
export function headlineOf(place: Place) {
  const { cell, lacks } = place
  switch (stateOf(cell)) {
    case 'none':
      return 'No manual'
    case 'hidden':
      return `Manual ${cell.hidden_manual ? hiddenStates[cell.hidden_manual.why] : ''}`
    case 'required': {
      const required = lacks.filter((gap) => gap.required).length
      return `${coveredWords(place)}, lacks ${plural(required, 'a required topic', `${formatNumber(required)} required topics`)}`
    }
    case 'gaps':
    case 'complete':
      return coveredWords(place)
  }
}

const PDF_WORDS = { none: 'No PDF', current: 'PDF current', older: 'PDF out of date' }

export const pdfWordsOf = ({ pdf }: CoverageCell) => PDF_WORDS[pdf]

type French = NonNullable<CoverageCell['french']>
const writtenIn = ({ current, older, none }: French) => ({ current, all: current + older + none })

/**
 * How much of a manual is in French: 'French 12 of 14'; undefined where owners read none, or where there is nothing to
 * write.
 */
export function frenchOf({ french }: CoverageCell) {
  if (!french) return undefined
  const { current, all } = writtenIn(french)
  return all || french.pdf ? `French ${formatNumber(current)} of ${formatNumber(all)}` : undefined
}

/** The same in sentences, with what is left and whether there is a PDF. */
export function frenchSentences(french: French) {
  const { current, all } = writtenIn(french)
  const left = [
    ...(french.older ? [`${formatNumber(french.older)} older than the English`] : []),
    ...(french.none ? [`${formatNumber(french.none)} without French`] : []),
  ]
  const pages = `${formatNumber(current)} of ${formatCount(all, 'page')} in French${left.length ? `: ${left.join(', ')}` : ''}.`
  return [pages, french.pdf ? 'There is a PDF in French.' : 'No PDF in French.'].join(' ')
}

/** What a cell says below that. */
export function factsOf(place: Place): string[] {
  const { cell, topics } = place
  const state = stateOf(cell)
  if (state === 'hidden') return []
  if (state === 'none') return [coveredWords(place)]
  return [writtenWords(cell.written_count, subTopicsIn(topics)), pdfWordsOf(cell)]
}

/** All that a cell says. */
export function wordsOf(place: Place) {
  const french = frenchOf(place.cell)
  const spoken = french && `${french}, ${place.cell.french?.pdf ? 'PDF in French' : 'No PDF in French'}`
  return [headlineOf(place), ...factsOf(place), ...(spoken ? [spoken] : [])].join(', ')
}

/** Why owners do not see the pages about a topic; undefined where there are none. */
export const hiddenWordsOf = ({ hidden, hidden_count }: Gap) =>
  hidden
    ? `${formatCount(hidden_count, 'page')} ${plural(hidden_count, 'is', 'are')} ${hiddenStates[hidden]}`
    : undefined

/** All manuals in one sentence or two. */
export function summaryOf({ rv_types }: Coverage) {
  const states = rv_types.flatMap(({ cells }) => cells).map(stateOf)
  const count = (...some: CellState[]) => states.filter((state) => some.includes(state)).length
  const manuals = count('required', 'gaps', 'complete')
  const complete = count('complete')
  const lacking = count('required')
  return [
    `${formatNumber(complete)} of ${formatCount(manuals, 'manual')} ${plural(complete, 'has', 'have')} all topics covered.`,
    ...(lacking ? [`${formatCount(lacking, 'manual')} ${plural(lacking, 'lacks', 'lack')} a required topic.`] : []),
  ].join(' ')
}

/** What the form of a new manual is handed over. */
export type ChosenPlace = { category: Reference; year: Reference }

/** The form of the manual that is missing there, over the grid; closing it leads back. */
export const manualFormFor = ({ type, year }: Pick<Place, 'type' | 'year'>) => ({
  to: `${listPaths.manuals}?tab=coverage&new`,
  state: { chosen: { category: nameOnly(type), year: nameOnly(year) } satisfies ChosenPlace, opensDialog: true },
})

/** The names of the pages that owners lack about a topic. */
export const pagesOf = ({ topics }: Place, { topic_id }: Gap) =>
  topics.find(({ _id }) => _id === topic_id)?.sub_topics ?? []

/**
 * The form of the first page about a topic that is not covered; its sub topic is left open where some pages are hidden.
 */
export function pageFormFor(place: Place, gap: Gap) {
  const { topic_id, name, hidden } = gap
  const [first] = hidden ? [] : pagesOf(place, gap)
  return {
    to: `${listPaths['manual_pages']}?manual_id=${place.cell.manual_id}&new`,
    state: { name: placeName(place), gap: { topic: { _id: topic_id, name }, ...(first && { subTopic: first }) } },
  }
}

/** The list of the pages about a topic that owners do not see. */
export const hiddenPagesOf = (place: Place, { name, hidden }: Gap) => ({
  to: `${listPaths['manual_pages']}?${new URLSearchParams({ manual_id: place.cell.manual_id ?? '', topic: name, ...(hidden === 'deleted' && { status: 'inactive' }) })}`,
  state: { name: placeName(place) },
})

export const manualPathOf = (id: string) => recordPathOf('manuals', id)

/** The name of the manual of a place, there or not. */
export const placeName = ({ type, year }: Pick<Place, 'type' | 'year'>) => `${type.name} - ${year.name}`

const nameOnly = ({ _id, name }: Named): Reference => ({ _id, name })
