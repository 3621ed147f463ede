import { useEffect, useEffectEvent, useRef } from 'react'
import { v4 as newId } from 'uuid'
import { isTabOpen, thisTab } from './tabs.ts'

/** An earlier version of the record, whose values a form starts with instead of the current ones. */
export type EarlierVersion = {
  /** The fields of the record that differ from the current one. */
  fields: Readonly<Record<string, unknown>>
  /** When it was made. */
  at: string
  /** The labels of fields that could not be brought back. */
  left: readonly string[]
}

/** The draft of one dialog: its unsaved values in the local storage of this browser. */
export type Draft = {
  /** The values that were found when the dialog opened, if any. */
  values: object | undefined
  /** What the form showed for values that say nothing by themselves, such as ids, by field. */
  labels: Labels
  /** The version of the record to start with, if the history was asked for one. */
  version?: EarlierVersion | undefined
  /** Identifies what is being written, across reloads, until it is sent or discarded. */
  id: () => string
  /** Begins something new under another id. */
  renew: () => void
  save: (values: object, labels?: Labels) => void
  remove: () => void
}

type Labels = Readonly<Record<string, string>>

type Stored<About> = { about: About; values: object; labels?: Labels; id?: string; at: number }

const PREFIX = 'draft:'
const DAY = 86_400_000
/** Shorter than the server keeps Idempotency-Keys (server/http/idempotency.ts), so that a draft is not sent twice. */
const MAX_AGE = 7 * DAY
/** In browsers without locks, a tab whose draft has not changed for this long counts as closed. */
const ASSUMED_CLOSED_AFTER = 90_000

const screenKey = (adminId: string, screen: string) => `${PREFIX}${adminId}:${screen}:`
const keyOf = (adminId: string, screen: string) => screenKey(adminId, screen) + thisTab()

/**
 * Finds the draft of this administrator for a screen, and which dialog (`about`) it belongs to. Looks in this tab
 * first, then in closed or crashed tabs; a draft found there moves to this tab.
 */
export function readDraft<About>(adminId: string, screen: string): Stored<About> | undefined {
  const own = keyOf(adminId, screen)
  const stored = read<About>(own)
  if (stored) return stored
  const abandoned = keysStartingWith(screenKey(adminId, screen)).flatMap((key) => {
    const stored = read<About>(key)
    return stored && isAbandoned(key, stored.at) ? [{ key, stored }] : []
  })
  const [newest] = abandoned.sort((one, other) => other.stored.at - one.stored.at)
  if (!newest) return undefined
  // Removed before it is written again: the storage may be full.
  localStorage.removeItem(newest.key)
  localStorage.setItem(own, JSON.stringify(newest.stored))
  return newest.stored
}

/**
 * The draft of one dialog, with what readDraft found. The key contains the administrator, so nobody else sees it;
 * without an administrator nothing is stored. Files are left out.
 */
export function draftOf<About>(
  adminId: string | undefined,
  screen: string,
  about: About,
  found?: { values: object; labels?: Labels; id?: string },
): Draft {
  const key = adminId && keyOf(adminId, screen)
  let id = found?.id ?? newId()
  return {
    values: found?.values,
    labels: found?.labels ?? {},
    id: () => id,
    renew() {
      id = newId()
    },
    save(values, labels = {}) {
      if (!key) return
      const storable = Object.entries(values).filter(([, value]) => !(value instanceof Blob))
      const stored: Stored<About> = { about, values: Object.fromEntries(storable), labels, id, at: Date.now() }
      try {
        localStorage.setItem(key, JSON.stringify(stored))
      } catch {
        // The storage is full or disabled: the form works without a draft.
      }
    },
    remove() {
      if (key) localStorage.removeItem(key)
    },
  }
}

/** Removes all drafts from this browser, as on logout. */
export function removeAllDrafts() {
  for (const key of keysStartingWith(PREFIX)) localStorage.removeItem(key)
}

const keysStartingWith = (prefix: string) => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

function read<About>(key: string): Stored<About> | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null')
    const valid = stored && typeof stored.values === 'object' && stored.values && stored.about
    if (valid && Date.now() - stored.at < MAX_AGE) return stored
  } catch {
    // Not JSON: treated like no draft.
  }
  localStorage.removeItem(key)
  return undefined
}

const isAbandoned = (key: string, at: number) => {
  const tab = key.slice(key.lastIndexOf(':') + 1)
  return !(isTabOpen(tab) ?? Date.now() - at < ASSUMED_CLOSED_AFTER)
}

/** `values` with those of the draft that the form still has, of the same type; undefined without a draft. */
export function draftValues<Values extends object>(draft: Draft | undefined, values: Values): Values | undefined {
  if (!draft?.values) return undefined
  const valid = Object.entries(draft.values).filter(
    ([name, value]) => name in values && typeof value === typeof values[name as keyof Values],
  )
  return { ...values, ...Object.fromEntries(valid) }
}

const DEBOUNCE_MS = 300

/**
 * Saves the draft shortly after each change and when the form unmounts; removes it when the form is no longer dirty.
 * `labelsOf` gives the labels to store with the values.
 */
export function useAutosaveDraft(
  draft: Draft | undefined,
  values: object,
  dirty: boolean,
  labelsOf?: (values: object) => Labels,
) {
  const unsaved = useRef<object | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useEffectEvent((values: object) => draft?.save(values, labelsOf?.(values)))
  const remove = useEffectEvent(() => draft?.remove())

  useEffect(() => {
    const wasUnsaved = unsaved.current
    unsaved.current = dirty ? values : null
    if (!dirty && wasUnsaved) remove()
    if (!dirty) return
    timer.current = setTimeout(() => save(values), DEBOUNCE_MS)
    return () => clearTimeout(timer.current)
  }, [values, dirty])

  useEffect(() => {
    const saveNow = () => {
      clearTimeout(timer.current)
      if (unsaved.current) save(unsaved.current)
    }
    window.addEventListener('pagehide', saveNow)
    return () => {
      window.removeEventListener('pagehide', saveNow)
      saveNow()
    }
  }, [])

  return {
    /** Saves what has not been saved yet, so that a reload finds it even when nothing more happens here. */
    saveNow() {
      if (dirty) draft?.save(values, labelsOf?.(values))
    },
    /** Removes the draft and saves no further: the values were sent or discarded on purpose. */
    discard() {
      unsaved.current = null
      draft?.remove()
      draft?.renew()
    },
  }
}
