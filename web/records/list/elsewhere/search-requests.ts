import { create } from 'zustand'
import { onSessionChange } from '#web/api/session.ts'

/** The search that is open, with the text that it begins with; `asked` tells one from the next. */
export type SearchRequest = { text: string; asked: number }

const useRequest = create<{ open: SearchRequest | null; asked: number }>(() => ({ open: null, asked: 0 }))

/** Opens the search over everything, from wherever: its key, its button, a list. */
export const openSearch = (text = '') =>
  useRequest.setState(({ asked }) => ({ open: { text, asked: asked + 1 }, asked: asked + 1 }))

export const closeSearch = () => useRequest.setState({ open: null })

/** The open search, if any. */
export const useSearchRequest = () => useRequest(({ open }) => open)

onSessionChange(closeSearch)
