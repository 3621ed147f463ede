import { useEffect, useEffectEvent, useRef } from 'react'

type UnsavedForm = { discard: () => void }

const forms = new Set<UnsavedForm>()

/** Whether something that was typed on this page has not been saved. */
export const hasUnsavedForms = () => forms.size > 0

/** Asks nobody any more before the page is left; what was typed stays as drafts. */
export const letGoOfUnsavedForms = () => forms.clear()

/** Discards what was typed, on purpose, so that the page can be left. */
export function discardUnsavedForms() {
  for (const form of forms) form.discard()
  forms.clear()
}

/**
 * Has a form with unsaved values ask before it is left (web/app/leave-guard.tsx). `discard` forgets them. Returns a
 * function that says at once that nothing is unsaved any more, for a form that leaves by itself.
 */
export function useUnsavedForm(dirty: boolean, discard: () => void = () => {}) {
  const form = useRef<UnsavedForm>(null)
  const latest = useEffectEvent(discard)
  const release = () => {
    if (form.current) forms.delete(form.current)
    form.current = null
  }
  useEffect(() => {
    if (!dirty) return
    const unsaved = { discard: () => latest() }
    form.current = unsaved
    forms.add(unsaved)
    return () => void forms.delete(unsaved)
  }, [dirty])
  return release
}
