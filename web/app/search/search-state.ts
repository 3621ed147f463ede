import type { SearchRow } from './destinations.ts'

/**
 * What a search shows. Its rows are those known at once, then the records of the last answer. The marked row is known
 * by its id; once it was moved by hand, nothing that arrives changes the rows down to it.
 */
export type SearchState = {
  text: string
  own: SearchRow[]
  records: SearchRow[]
  marked: string | undefined
  isMoved: boolean
  /** The last answer, and the text that it is for. */
  answer: { text: string; records: SearchRow[] }
}

type SearchEvent =
  | { type: 'typed'; text: string; own: SearchRow[] }
  | { type: 'answered'; text: string; records: SearchRow[] }
  | { type: 'failed'; text: string }
  | { type: 'moved'; by: 1 | -1 }
  | { type: 'pointed'; id: string }

export const rowsOf = ({ own, records }: Pick<SearchState, 'own' | 'records'>) => [...own, ...records]

/** What is searched for, without surrounding blanks. */
export const wanted = ({ text }: Pick<SearchState, 'text'>) => text.trim()

/** Whether the records are those for the text. */
export const isAnswered = (state: SearchState) => state.answer.text === wanted(state)

/** A search before anything is typed. */
export const emptySearch = (own: SearchRow[]): SearchState => ({
  text: '',
  own,
  records: [],
  marked: own[0]?.id,
  isMoved: false,
  answer: { text: '', records: [] },
})

export function searched(state: SearchState, event: SearchEvent): SearchState {
  switch (event.type) {
    case 'typed':
      return typed(state, event.text, event.own)
    case 'answered':
      return event.text === wanted(state) ? answered(state, event) : state
    case 'failed':
      return event.text === wanted(state) ? { ...state, records: keptRecords(state) } : state
    case 'moved':
      return moved(state, event.by)
    case 'pointed':
      return { ...state, marked: event.id, isMoved: true }
  }
}

/** The previous records stay until others come, but none of them is marked automatically. */
function typed(state: SearchState, text: string, own: SearchRow[]): SearchState {
  const next = { ...state, text, own, isMoved: false }
  if (!wanted(next)) return { ...emptySearch(own), text }
  const records = state.answer.records
  const markable = isAnswered(next) ? [...own, ...records] : own
  return { ...next, records, marked: markable[0]?.id }
}

function answered(state: SearchState, answer: SearchState['answer']): SearchState {
  const kept = keptRecords(state)
  const records = [...kept, ...continuing(kept, answer.records)]
  return { ...state, answer, records, marked: state.marked ?? rowsOf({ ...state, records })[0]?.id }
}

/** The records down to the one that was marked by hand. */
function keptRecords({ records, marked, isMoved }: SearchState) {
  const place = isMoved ? records.findIndex(({ id }) => id === marked) : -1
  return records.slice(0, place + 1)
}

/** The records that are not kept, the group of the last kept one first. */
function continuing(kept: SearchRow[], records: SearchRow[]) {
  const group = kept.at(-1)?.group
  const others = records.filter(({ id }) => kept.every((one) => one.id !== id))
  return [...others.filter((row) => row.group === group), ...others.filter((row) => row.group !== group)]
}

function moved(state: SearchState, by: 1 | -1): SearchState {
  const rows = rowsOf(state)
  const at = rows.findIndex(({ id }) => id === state.marked)
  const to = at < 0 && by < 0 ? rows.length - 1 : (at + by + rows.length) % rows.length
  return { ...state, marked: rows[to]?.id, isMoved: rows.length > 0 }
}
