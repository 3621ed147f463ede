import { useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import type { notifications } from '#contract/notifications.ts'
import type { User } from '#contract/users.ts'

type Sent = CallInput<typeof notifications.send>
type Filters = NonNullable<NonNullable<Sent['all_matching']>['filters']>

/** Who shall be told: some users, or all whom a filter of the list shows, of whom there were `total`. */
type Chosen = { ids: ReadonlySet<string> } | { all: Filters; total: number }

const NO_IDS: ReadonlySet<string> = new Set()
const nobody: Chosen = { ids: NO_IDS }

export type Selection = ReturnType<typeof useSelection>

/** The recipients of the message that is being written. They stay chosen whatever page or filter the list shows. */
export function useSelection() {
  const [chosen, setChosen] = useState<Chosen>(nobody)
  const all = 'all' in chosen ? chosen.all : null
  const ids = 'ids' in chosen ? chosen.ids : NO_IDS
  return {
    count: 'ids' in chosen ? chosen.ids.size : chosen.total,
    /** Whether everybody who matches is chosen: then nobody is chosen one by one. */
    all,
    has: (user: User) => ids.has(user._id),
    toggle(user: User) {
      const changed = new Set(ids)
      if (!changed.delete(user._id)) changed.add(user._id)
      setChosen({ ids: changed })
    },
    add: (users: User[]) => setChosen({ ids: new Set([...ids, ...users.map(({ _id }) => _id)]) }),
    addAll: (filters: Filters, total: number) => setChosen({ all: filters, total }),
    clear: () => setChosen(nobody),
    /** What the call is sent. */
    recipients: (all ? { all_matching: { filters: all } } : { user_ids: [...ids] }) satisfies Partial<Sent>,
  }
}
