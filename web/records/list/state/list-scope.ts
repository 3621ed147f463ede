import { createContext, use } from 'react'
import { useLocation } from 'react-router'
import { searchOf } from '#web/records/shared/dialog-address.ts'

const ListScope = createContext('')

/** The address of a page belongs to another list: what a list within the page keeps there begins with this word. */
export const ListScopeProvider = ListScope

/** The query string as the list here reads it, and a function that turns it back into that of the page. */
export function useListSearch() {
  const scope = use(ListScope)
  const { search } = useLocation()
  if (!scope) return { search, toPage: (own: string) => own }
  const prefix = `${scope}.`
  const own = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) {
    if (name.startsWith(prefix)) own.set(name.slice(prefix.length), value)
  }
  return {
    search: searchOf(own),
    toPage(own: string) {
      const params = new URLSearchParams(withoutScope(search, scope))
      for (const [name, value] of new URLSearchParams(own)) params.set(prefix + name, value)
      return searchOf(params)
    },
  }
}

/** The query string of a page without what the list of that scope keeps in it. */
export function withoutScope(search: string, scope: string) {
  const others = [...new URLSearchParams(search)].filter(([name]) => !name.startsWith(`${scope}.`))
  return searchOf(new URLSearchParams(others))
}
