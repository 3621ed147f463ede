import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type RecordType, recordCalls } from '#contract/kinds.ts'
import { recordPathOf } from '#contract/paths.ts'
import { query } from '#web/api/query.ts'
import { pageParams } from '#web/records/list/state/list-state.ts'
import type { List } from '#web/records/list/state/use-list.ts'
import { usePreferences } from '#web/records/list/views/preferences.ts'
import { searchOf, withDialog } from '#web/records/shared/dialog-address.ts'

type Listed = Pick<List, 'page' | 'state'> & { input: object }

/**
 * The addresses of the records before and after one in its list, also over the ends of a page. A record that has left
 * the list, as by an edit, keeps its place. `isReading` says that more of them may be known soon.
 */
export function useNeighbours(type: RecordType, id: string, { page, state, input }: Listed) {
  const rows = page?.data ?? []
  const found = rows.findIndex(({ _id }) => _id === id)
  const [kept, setKept] = useState<number>()
  if (found >= 0 && found !== kept) setKept(found)
  const place = found >= 0 ? found : kept
  const after = found >= 0 ? found + 1 : (kept ?? 0)
  const pages = Math.ceil((page?.total ?? 0) / state.perPage)
  const isKnown = place !== undefined
  // Read half a page ahead, so that keys which are pressed fast find the next page there.
  const nearsStart = isKnown && place < rows.length / 2 && state.page > 1
  const nearsEnd = isKnown && after >= rows.length / 2 && state.page < pages
  const before = useRowAt(type, input, nearsStart ? state.page - 1 : undefined)
  const next = useRowAt(type, input, nearsEnd ? state.page + 1 : undefined)
  const addressOf = useAddress(type, state.perPage)
  const isReading = !page || (nearsStart && !before) || (nearsEnd && !next)
  if (!isKnown) return { previous: undefined, next: undefined, isReading }
  return {
    previous: place > 0 ? addressOf(rows[place - 1], state.page) : addressOf(before?.at(-1), state.page - 1),
    next: after < rows.length ? addressOf(rows[after], state.page) : addressOf(next?.[0], state.page + 1),
    isReading,
    ...(found >= 0 && page && { place: (state.page - 1) * state.perPage + found + 1, total: page.total }),
  }
}

type Row = { _id: string }

/** The rows of another page of the list. */
function useRowAt(type: RecordType, input: object, page: number | undefined): Row[] | undefined {
  const list = recordCalls[type].list as typeof recordCalls.models.list
  const { data } = useQuery({ ...query(list, { ...input, page: page ?? 1 }), enabled: page !== undefined })
  return page === undefined ? undefined : data?.data
}

function useAddress(type: RecordType, perPage: number) {
  const { search } = useLocation()
  const { per_page: preferred } = usePreferences(type)
  return (row: Row | undefined, page: number) => {
    if (!row) return undefined
    const params = new URLSearchParams(withDialog(search, undefined))
    for (const [name, value] of Object.entries(pageParams(page, perPage, preferred))) {
      if (value) params.set(name, value)
      else params.delete(name)
    }
    return recordPathOf(type, row._id) + searchOf(params)
  }
}
