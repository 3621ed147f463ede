import { useEffect, useEffectEvent, useRef } from 'react'
import { isTabOpen, thisTab } from './tabs.ts'

/** A place where one dialog's unsaved typing is kept on this browser. */
export type Draft = {
  /** What was typed before, if anything was. */
  kept: object | undefined
  keep: (values: object) => void
  drop: () => void
}

type Stored<About> = { about: About; values: object; at: number }

const PREFIX = 'draft:'
const DAY = 86_400_000
const KEPT_FOR = 7 * DAY
/** Where nobody knows whether a tab is open: one that has been silent for so long counts as closed. */
const SILENCE = 90_000

const placeOf = (adminId: string, screen: string) => `${PREFIX}${adminId}:${screen}:`
const keyOf = (adminId: string, screen: string) => placeOf(adminId, screen) + thisTab()

/**
 * What this administrator left unsaved on this screen, and which dialog (`about`) it was typed into: in this tab, or
 * else in one that is no longer open, whose draft becomes this tab's.
 */
export function readDraft<About>(adminId: string, screen: string): Stored<About> | undefined {
  const own = keyOf(adminId, screen)
  const stored = read<About>(own)
  if (stored) return stored
  const left = keysOf(placeOf(adminId, screen)).flatMap((key) => {
    const stored = read<About>(key)
    return stored && isLeft(key, stored.at) ? [{ key, stored }] : []
  })
  const [newest] = left.sort((one, other) => other.stored.at - one.stored.at)
  if (!newest) return undefined
  // Removed first: a store that is full has room then.
  localStorage.removeItem(newest.key)
  localStorage.setItem(own, JSON.stringify(newest.stored))
  return newest.stored
}

/** The draft of one dialog. Another administrator has other keys and never meets it; before sign-in nothing is kept. */
export function draftOf<About>(adminId: string | undefined, screen: string, about: About, kept?: object): Draft {
  const key = adminId && keyOf(adminId, screen)
  return {
    kept,
    keep(values) {
      if (!key) return
      const keepable = Object.entries(values).filter(([, value]) => !(value instanceof Blob))
      const stored: Stored<About> = { about, values: Object.fromEntries(keepable), at: Date.now() }
      try {
        localStorage.setItem(key, JSON.stringify(stored))
      } catch {
        // The store is full or switched off: the form works on without its safety net.
      }
    },
    drop() {
      if (key) localStorage.removeItem(key)
    },
  }
}

/** Throws away all drafts of this browser: whoever logs out leaves nothing behind. */
export function forgetDrafts() {
  for (const key of keysOf(PREFIX)) localStorage.removeItem(key)
}

const keysOf = (prefix: string) => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

function read<About>(key: string): Stored<About> | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null')
    const fits = stored && typeof stored.values === 'object' && stored.values && stored.about
    if (fits && Date.now() - stored.at < KEPT_FOR) return stored
  } catch {
    // Not ours, or cut off: as good as none.
  }
  localStorage.removeItem(key)
  return undefined
}

const isLeft = (key: string, at: number) => {
  const tab = key.slice(key.lastIndexOf(':') + 1)
  return !(isTabOpen(tab) ?? Date.now() - at < SILENCE)
}

/** The kept values that still fit the form: fields it has, holding the kind of value it starts with. */
export function fittingValues<Values extends object>(draft: Draft | undefined, values: Values): Values | undefined {
  if (!draft?.kept) return undefined
  const fits = Object.entries(draft.kept).filter(
    ([name, value]) => name in values && typeof value === typeof values[name as keyof Values],
  )
  return { ...values, ...Object.fromEntries(fits) }
}

const PAUSE = 300

/** Keeps what is typed, a moment after each change and at the latest when the form goes away; drops it when nothing is unsaved. */
export function useKeepDraft(draft: Draft | undefined, values: object, dirty: boolean) {
  const unsaved = useRef<object | null>(null)
  const keep = useEffectEvent((values: object) => draft?.keep(values))
  const drop = useEffectEvent(() => draft?.drop())

  useEffect(() => {
    const was = unsaved.current
    unsaved.current = dirty ? values : null
    if (!dirty && was) drop()
    if (!dirty) return
    const timer = setTimeout(() => keep(values), PAUSE)
    return () => clearTimeout(timer)
  }, [values, dirty])

  useEffect(() => {
    const keepNow = () => {
      if (unsaved.current) keep(unsaved.current)
    }
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])

  return {
    /** Forgets the draft for good: it has been saved, or was thrown away on purpose. */
    forget() {
      unsaved.current = null
      draft?.drop()
    },
  }
}
