import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { useOnline } from '#web/api/connection.ts'
import { searchQuery } from '#web/records/list/elsewhere/search-query.ts'
import { foundRows, type SearchRow } from './destinations.ts'
import { emptySearch, isAnswered, searched, wanted } from './search-state.ts'

const DEBOUNCE_MS = 120
const SLOW_MS = 1000

type Progress = { is: 'done' | 'asking' | 'slow' | 'offline' } | { is: 'failed'; why: string }

/** A search as one types. `ownRows` are the rows known at once for a text. */
export function useSearch(ownRows: (text: string) => SearchRow[]) {
  const [state, dispatch] = useReducer(searched, undefined, () => emptySearch(ownRows('')))
  const [tries, setTries] = useState(0)
  const client = useQueryClient()
  const isOnline = useOnline()
  const text = wanted(state)
  const needsAnswer = text !== '' && !isAnswered(state)
  const question = `${tries} ${text}`
  const [heard, setHeard] = useState<{ question: string; progress: Progress }>()

  useEffect(() => {
    if (!needsAnswer) return
    let isOver = false
    const asked = searchQuery(text, 'dialog')
    const hear = (progress: Progress) => setHeard({ question, progress })
    const ask = async () => {
      if (!isOnline) return dispatch({ type: 'failed', text })
      const { found, problem } = await client.fetchQuery({ ...asked, retry: false })
      if (isOver) return
      clearTimeout(slow)
      if (problem === undefined) return dispatch({ type: 'answered', text, records: foundRows(found) })
      dispatch({ type: 'failed', text })
      hear({ is: 'failed', why: problem })
    }
    // Its errors are handled for the whole page, by the query client.
    const debounce = setTimeout(() => void ask().catch(() => {}), DEBOUNCE_MS)
    const slow = setTimeout(() => hear({ is: 'slow' }), DEBOUNCE_MS + SLOW_MS)
    return () => {
      isOver = true
      clearTimeout(debounce)
      clearTimeout(slow)
      void client.cancelQueries({ queryKey: asked.queryKey })
    }
  }, [client, text, needsAnswer, isOnline, question])

  const progress: Progress = !needsAnswer
    ? { is: 'done' }
    : !isOnline
      ? { is: 'offline' }
      : heard?.question === question
        ? heard.progress
        : { is: 'asking' }

  return {
    state,
    progress,
    type: (text: string) => dispatch({ type: 'typed', text, own: ownRows(text) }),
    move: (by: 1 | -1) => dispatch({ type: 'moved', by }),
    point: (id: string) => dispatch({ type: 'pointed', id }),
    retry: () => setTries(tries + 1),
  }
}
