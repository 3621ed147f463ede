import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type User, users } from '#contract/users.ts'
import { query } from '#web/api/query.ts'
import { type Filters, isFiltered, type KeptSelection, type Sent } from './kept-selection.ts'

/** Only active users get messages. */
export const ACTIVE = { status: 'true' } as const

const NO_FILTERS: Filters = {}
const nothingSelected: KeptSelection = { ids: [] }

export type Selection = ReturnType<typeof useRecipientSelection>

/** Who is told: users from the list, or with `words` those who meet conditions. */
export type Recipients = Selection & { words?: string }

/** The selected recipients of a new message. They are kept when the list changes page or filter. */
export function useRecipientSelection(kept: KeptSelection = nothingSelected) {
  const [chosen, setChosen] = useState(kept)
  const [before, setBefore] = useState<{ chosen: KeptSelection; count: number }>()
  const all = 'all' in chosen ? chosen.all : null
  const listed = useMemo(() => new Set('all' in chosen ? chosen.except : chosen.ids), [chosen])
  // Those who match may be others than when they were selected.
  const counted = useQuery({
    ...query(users.list, { ...ACTIVE, filters: all ?? NO_FILTERS, page: 1, per_page: 1 }),
    enabled: all !== null,
  })

  const count = 'all' in chosen ? Math.max(0, (counted.data?.total ?? chosen.total) - listed.size) : listed.size

  const choose = (next: KeptSelection) => {
    setChosen(next)
    setBefore(undefined)
  }
  const withListed = (listed: Iterable<string>) => {
    const ids = [...new Set(listed)]
    choose('all' in chosen ? { ...chosen, except: ids } : { ids })
  }

  return {
    count,
    /** Whether the number is being counted again. */
    isCounting: counted.isFetching,
    recount: counted.refetch,
    /** The filters when all who match are selected; else null. */
    all,
    /** How many of them are left out. */
    leftOut: all ? listed.size : 0,
    /** Whether this user was ticked, or of all who match left out. */
    lists: ({ _id }: User) => listed.has(_id),
    toggle({ _id }: User) {
      const changed = new Set(listed)
      if (!changed.delete(_id)) changed.add(_id)
      withListed(changed)
    },
    /** Adds users one by one; of all who match, those of them that were left out. */
    add(added: User[]) {
      const ids = new Set(added.map(({ _id }) => _id))
      withListed(all ? [...listed].filter((id) => !ids.has(id)) : [...listed, ...ids])
    },
    /** Selects all who match instead: a message goes to users by id or by filters, not both. */
    addAll(filters: Filters, { data: shown, total }: { data: User[]; total: number }) {
      const isWithin = all
        ? JSON.stringify(filters) === JSON.stringify(all)
        : [...listed].every((id) => shown.some(({ _id }) => _id === id))
      setChosen({ all: filters, total })
      setBefore(count && isFiltered(filters) && !isWithin ? { chosen, count } : undefined)
    },
    /** How many were selected before, of whom some may not match. */
    replaced: before?.count,
    bringBack: () => before && choose(before.chosen),
    clear: () => choose(nothingSelected),
    /** What a draft keeps of it. */
    kept: chosen,
    /** The recipients as input of the call, the same in whatever order they were chosen. */
    recipients: (all
      ? { all_matching: { filters: all, ...(listed.size && { except: [...listed].sort() }) } }
      : { user_ids: [...listed].sort() }) satisfies Partial<Sent>,
  }
}
