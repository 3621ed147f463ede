import { useEffect, useEffectEvent, useRef } from 'react'

/** A place where one dialog's unsaved typing is kept for as long as the tab lives. */
export type Draft = {
  /** What was typed before, if anything was. */
  kept: object | undefined
  keep: (values: object) => void
  drop: () => void
}

type Stored<About> = { about: About; values: object }

const keyOf = (adminId: string, screen: string) => `draft:${adminId}:${screen}`

/** What this administrator left unsaved on this screen, and which dialog (`about`) it was typed into. */
export function readDraft<About>(adminId: string, screen: string): Stored<About> | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(adminId, screen)) ?? 'null')
    return stored && typeof stored.values === 'object' && stored.values && stored.about ? stored : undefined
  } catch {
    return undefined
  }
}

/** The draft of one dialog. Another administrator has other keys and never meets it; before sign-in nothing is kept. */
export function draftOf<About>(adminId: string | undefined, screen: string, about: About, kept?: object): Draft {
  const key = adminId && keyOf(adminId, screen)
  return {
    kept,
    keep(values) {
      if (!key) return
      const keepable = Object.entries(values).filter(([, value]) => !(value instanceof Blob))
      try {
        sessionStorage.setItem(key, JSON.stringify({ about, values: Object.fromEntries(keepable) }))
      } catch {
        // The store is full or switched off: the form works on without its safety net.
      }
    },
    drop() {
      if (key) sessionStorage.removeItem(key)
    },
  }
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
