import { useMemo, useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import type { notifications } from '#contract/notifications.ts'
import type { User } from '#contract/users.ts'

/** The selection as a draft keeps it. */
export type KeptSelection = { ids: string[] } | { all: Filters; total: number }

type Sent = CallInput<typeof notifications.send>
type Filters = NonNullable<NonNullable<Sent['all_matching']>['filters']>

/** Selected users by id, or all users that match the filters, `total` of them. */
type SelectedUsers = { ids: ReadonlySet<string> } | { all: Filters; total: number }

const NO_IDS: ReadonlySet<string> = new Set()
const nothingSelected: SelectedUsers = { ids: NO_IDS }

export type Selection = ReturnType<typeof useRecipientSelection>

/** The selected recipients of a new message. They are kept when the list changes page or filter. */
export function useRecipientSelection(kept?: KeptSelection) {
  const [chosen, setChosen] = useState<SelectedUsers>(() =>
    !kept ? nothingSelected : 'ids' in kept ? { ids: new Set(kept.ids) } : kept,
  )
  const all = 'all' in chosen ? chosen.all : null
  const ids = 'ids' in chosen ? chosen.ids : NO_IDS
  return {
    count: 'ids' in chosen ? chosen.ids.size : chosen.total,
    /** The filters when all matching users are selected; else null. */
    all,
    has: (user: User) => ids.has(user._id),
    toggle(user: User) {
      const changed = new Set(ids)
      if (!changed.delete(user._id)) changed.add(user._id)
      setChosen({ ids: changed })
    },
    add: (users: User[]) => setChosen({ ids: new Set([...ids, ...users.map(({ _id }) => _id)]) }),
    addAll: (filters: Filters, total: number) => setChosen({ all: filters, total }),
    clear: () => setChosen(nothingSelected),
    /** What a draft keeps of it. */
    kept: useMemo((): KeptSelection => ('ids' in chosen ? { ids: [...chosen.ids] } : chosen), [chosen]),
    /** The recipients as input of the call, the same in whatever order they were chosen. */
    recipients: (all ? { all_matching: { filters: all } } : { user_ids: [...ids].sort() }) satisfies Partial<Sent>,
  }
}
