import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

const STEPS: Record<string, (place: number, last: number) => number> = {
  ArrowRight: (place, last) => (place === last ? 0 : place + 1),
  ArrowLeft: (place, last) => (place === 0 ? last : place - 1),
  Home: () => 0,
  End: (_place, last) => last,
}

/**
 * Roving tabindex for a toolbar: its buttons are one Tab stop; arrow keys, Home and End move between them, Esc calls
 * `onLeave`. Spread the result over the toolbar element.
 */
export function useRovingTabindex(onLeave: () => void) {
  const ref = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement | null>(null)
  const buttons = () => [...(ref.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]

  function stopAt(button: HTMLElement | undefined) {
    current.current = button ?? null
    for (const other of ref.current?.querySelectorAll('button') ?? []) {
      other.tabIndex = other === button ? 0 : -1
      // Esc leaves the toolbar and does not close the dialog around it.
      other.dataset.mantineStopPropagation = 'true'
    }
  }

  // After every render, because buttons appear and become disabled with the selection in the text.
  useEffect(() => {
    const usable = buttons()
    stopAt(usable.find((button) => button === current.current) ?? usable[0])
  })

  return {
    ref,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (ref.current?.contains(target) && target.tagName === 'BUTTON') stopAt(target)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!ref.current?.contains(event.target as Node)) return
      if (event.key === 'Escape') return onLeave()
      const usable = buttons()
      const step = STEPS[event.key]
      const place = usable.indexOf(event.target as HTMLButtonElement)
      if (!step || place < 0) return
      event.preventDefault()
      usable[step(place, usable.length - 1)]?.focus()
    },
  }
}
