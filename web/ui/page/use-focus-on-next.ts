import { useEffect, useRef } from 'react'

/** An entry that is acted on: its place, the button that was pressed, and the part of the page it is in. */
type Left = { key: string; place: number; pressed: Element | null; around: Element | null }

/**
 * Keeps the focus in a list of entries that their buttons remove: it goes to the first button of the entry that came in
 * its place, to the heading if there is none, or back to the pressed button if the entry stays. `keys` are those of the
 * entries, `busy` says whether one is being acted on; the returned function is told which is about to be.
 */
export function useFocusOnNext(keys: string[] | undefined, busy: boolean) {
  const left = useRef<Left>(undefined)
  const joined = keys?.join('\n')
  useEffect(() => {
    if (!left.current || joined === undefined || busy) return
    const { key, place, pressed, around } = left.current
    const isThere = joined.split('\n').includes(key)
    if (!isThere) left.current = undefined
    if (!document.activeElement?.matches('body, :disabled')) return
    if (isThere) return focus(pressed)
    const entries = [...(around?.querySelectorAll('li') ?? [])]
    const next = (entries[place] ?? entries.at(-1))?.querySelector('button')
    const heading = around?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    focus(next ?? heading)
  }, [joined, busy])
  return (key: string) => {
    const pressed = document.activeElement
    left.current = {
      key,
      place: keys?.indexOf(key) ?? 0,
      pressed,
      around: pressed?.closest('section, [role="dialog"]') ?? null,
    }
  }
}

function focus(element: Element | null | undefined) {
  if (element instanceof HTMLElement) element.focus()
}
