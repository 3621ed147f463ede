import { useEffect, useEffectEvent, useRef } from 'react'
import { create } from 'zustand'

type UnsavedForm = { discard: () => void; name: string | undefined }

const useForms = create<{ forms: readonly UnsavedForm[] }>(() => ({ forms: [] }))
const forms = () => useForms.getState().forms
const add = (form: UnsavedForm) => useForms.setState({ forms: [...forms(), form] })
const remove = (form: UnsavedForm) => useForms.setState({ forms: forms().filter((other) => other !== form) })

const work = new Set<object>()

/** Notes that something is under way that closing the page would end; returns a function that notes its end. */
export function beginWork() {
  const one = {}
  work.add(one)
  return () => void work.delete(one)
}

/** Whether closing the page would lose something: typed values, or work that is under way. */
export const wouldLoseWork = () => hasUnsavedForms() || work.size > 0

/** Whether something that was typed on this page has not been saved. */
export const hasUnsavedForms = () => forms().length > 0

/** The same, and renders again when it changes. */
export const useHasUnsavedForms = () => useForms(({ forms }) => forms.length > 0)

/** What the forms with unsaved values are called, if a page has several. */
export const unsavedFormNames = () => forms().flatMap(({ name }) => (name === undefined ? [] : [name]))

/** Stops asking before the page is left; what was typed stays as drafts. */
export const letGoOfUnsavedForms = () => useForms.setState({ forms: [] })

/** Discards what was typed, on purpose, so that the page can be left. */
export function discardUnsavedForms() {
  for (const form of forms()) form.discard()
  letGoOfUnsavedForms()
}

/**
 * Makes a form with unsaved values ask before it is left (web/app/leave-guard.tsx). `discard` forgets them; `name`
 * tells it from others of its page. Returns a function that says at once that nothing is unsaved any more, for a form
 * that leaves by itself.
 */
export function useUnsavedForm(dirty: boolean, discard: () => void = () => {}, name?: string) {
  const form = useRef<UnsavedForm>(null)
  const latest = useEffectEvent(discard)
  const release = () => {
    if (form.current) remove(form.current)
    form.current = null
  }
  useEffect(() => {
    if (!dirty) return
    const unsaved = { discard: () => latest(), name }
    form.current = unsaved
    add(unsaved)
    return () => remove(unsaved)
  }, [dirty, name])
  return release
}
