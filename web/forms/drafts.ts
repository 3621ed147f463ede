import { useEffect, useEffectEvent, useRef } from 'react'
import { v5 as nameBased, v4 as newId } from 'uuid'
import type { StoredDraft } from './draft-cipher.ts'
import { filesIn } from './draft-cipher.ts'
import { holdDraft, putDraft, removeDraft } from './draft-store.ts'
import { thisTab } from './tabs.ts'
import { useUnsavedForm } from './unsaved-forms.ts'

/** An earlier version of the record, whose values a form starts with instead of the current ones. */
export type EarlierVersion = {
  /** The fields of the record that differ from the current one. */
  fields: Readonly<Record<string, unknown>>
  /** When it was made. */
  at: string
  /** The labels of fields that could not be brought back. */
  left: readonly string[]
}

type Labels = Readonly<Record<string, string>>

/** How a draft is shown where it can be resumed. */
type Shown = {
  title: string
  labels?: Labels
  /** The fields that its record is named by. */
  named?: readonly string[]
  /** What tells its record apart from others of the same name. */
  apart?: string
}

/** The draft of one form: its unsaved values in this browser. */
export type Draft = {
  key: string
  /** The values that were found when the form opened, if any. */
  values: object | undefined
  /** What the form showed for values that say nothing by themselves, such as ids, by field. */
  labels: Labels
  /** The version of the record to start with, if the history was asked for one. */
  version?: EarlierVersion | undefined
  /** The key for the present content: the same across reloads, until it is sent or discarded. */
  keyFor: (content: string) => string
  /** Begins something new under another id. */
  renew: () => void
  save: (values: object, shown: Shown) => void
  remove: () => void
}

/** What a draft is of: whose, in which form, where that form is, and the record that it started from. */
export type DraftPlace = Pick<StoredDraft, 'form' | 'address' | 'record'> & { admin: string | undefined }

/** A draft, with what was found of it. Without an administrator nothing is stored. */
export function draftOf({ admin, ...place }: DraftPlace, found?: StoredDraft): Draft {
  const key = found?.key ?? newId()
  let id = found?.id ?? newId()
  return {
    key,
    values: found?.values,
    labels: found?.labels ?? {},
    keyFor: (content) => nameBased(content, id),
    renew() {
      id = newId()
    },
    save(values, { title, labels = {}, named = [], apart = '' }) {
      if (!admin) return
      putDraft({
        ...place,
        admin,
        key,
        id,
        values,
        labels,
        title: `${titleOf(title, values, labels, named)}${apart && ` (${apart})`}`,
        tab: thisTab(),
        at: Date.now(),
      })
    },
    remove: () => removeDraft(key),
  }
}

const MOST_CHARACTERS = 60

/**
 * The form, and what tells this draft from others of it: the name, or else what was chosen, or what was typed first.
 */
function titleOf(title: string, values: object, labels: Labels, names: readonly string[]) {
  const typed = Object.entries(values).flatMap(([field, value]) => {
    const text = typeof value === 'string' && !(field in labels) ? textOf(value) : ''
    return text ? [{ field, text }] : []
  })
  const name = typed.find(({ field }) => names.includes(field))?.text
  const called = name ?? (Object.values(labels).join(', ') || typed[0]?.text)
  return called && !title.includes(called) ? `${title} “${shortened(called)}”` : title
}

// Rich text is shown without its markup.
const textOf = (value: string) =>
  value
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const shortened = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS).trimEnd()}…` : text

/** `values` with those of the draft that the form still has, of the same type; undefined without a draft. */
export function draftValues<Values extends object>(draft: Draft | undefined, values: Values): Values | undefined {
  if (!draft?.values) return undefined
  const valid = Object.entries(draft.values).filter(
    ([name, value]) =>
      name in values && (value instanceof Blob || typeof value === typeof values[name as keyof Values]),
  )
  return { ...values, ...Object.fromEntries(valid) }
}

/** Between two saves of the draft. */
const PAUSE_MS = 300

/**
 * Saves the draft at once or shortly after each change, and when the form unmounts; removes it when the form is no
 * longer dirty. `shownAs` says how to show it where it can be resumed. Before the form is left, the page asks; `name`
 * is what it then calls the form where there are several.
 */
export function useAutosaveDraft(
  draft: Draft | undefined,
  values: object,
  dirty: boolean,
  shownAs: (values: object) => Shown,
  name?: string,
) {
  const unsaved = useRef<object | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const savedAt = useRef(0)
  const savedFiles = useRef<Blob[]>([])
  const save = useEffectEvent((values: object) => {
    savedAt.current = Date.now()
    savedFiles.current = filesIn(values).map(([, file]) => file)
    draft?.save(values, shownAs(values))
  })
  const remove = useEffectEvent(() => draft?.remove())
  const release = useUnsavedForm(dirty, discard, name)
  const key = draft?.key

  /** Removes the draft and saves no more: the values were sent or discarded on purpose. */
  function discard() {
    unsaved.current = null
    draft?.remove()
    draft?.renew()
    release()
  }

  useEffect(() => (key ? holdDraft(key) : undefined), [key])

  useEffect(() => {
    const wasUnsaved = unsaved.current
    unsaved.current = dirty ? values : null
    if (!dirty && wasUnsaved) remove()
    if (!dirty) return
    // The first change at once: the page may go away with the next click. A file too: it has to be read and encrypted.
    const hasNewFile = filesIn(values).some(([, file]) => !savedFiles.current.includes(file))
    const pause = hasNewFile ? 0 : Math.max(0, savedAt.current + PAUSE_MS - Date.now())
    timer.current = setTimeout(() => save(values), pause)
    return () => clearTimeout(timer.current)
  }, [values, dirty])

  useEffect(() => {
    const saveNow = () => {
      clearTimeout(timer.current)
      if (unsaved.current) save(unsaved.current)
    }
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveNow()
    window.addEventListener('beforeunload', saveNow)
    window.addEventListener('pagehide', saveNow)
    document.addEventListener('visibilitychange', saveWhenHidden)
    return () => {
      window.removeEventListener('beforeunload', saveNow)
      window.removeEventListener('pagehide', saveNow)
      document.removeEventListener('visibilitychange', saveWhenHidden)
      saveNow()
    }
  }, [])

  return {
    /** Saves what has not been saved yet, so that a reload finds it even when nothing more happens here. */
    saveNow() {
      if (dirty) draft?.save(values, shownAs(values))
    },
    discard,
  }
}
