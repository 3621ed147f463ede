import { Tooltip } from '@mantine/core'
import { type FocusEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

type Tip = { target: HTMLElement; label: string }

const DELAY_MS = 400

/**
 * One tooltip for all cells: for a button its `data-tip`, for a text the whole of it when it is cut off. Hundreds of
 * separate tooltips would take longer to render than the rows. A finger cannot hover, so it gets the reason of a
 * disabled button and the whole of a text by tapping.
 */
export function useCellTooltip() {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Whose tooltip is shown or about to be.
  const followed = useRef<HTMLElement>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => (tip ? onDismiss(hide) : undefined), [tip])
  useEffect(() => (tip ? onChanged(tip, showNow) : undefined), [tip])

  function hide() {
    clearTimeout(timer.current)
    followed.current = undefined
    setTip(null)
  }

  function showNow(target: HTMLElement) {
    const found = tipOf(target)
    if (found) setTip(found)
    else hide()
  }

  function follow(at: EventTarget, delay: number) {
    const found = at instanceof Element ? tipOf(at) : null
    if (found && found.target === followed.current) return
    hide()
    if (!found) return
    followed.current = found.target
    if (delay) timer.current = setTimeout(() => showNow(found.target), delay)
    else setTip(found)
  }

  return {
    // A row that is gone leaves no tooltip behind.
    tip: tip?.target.isConnected ? tip : null,
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) => pointerType !== 'touch' && follow(target, DELAY_MS),
      onPointerLeave: hide,
      onPointerDown: hide,
      onClick: ({ target, nativeEvent }: MouseEvent) => saysMore(target, nativeEvent) && follow(target, 0),
      onFocus: ({ target }: FocusEvent<HTMLElement>) => target.matches(':focus-visible') && follow(target, 0),
      onBlur: hide,
    },
  }
}

/** Calls `hide` when something else is pressed, or Escape. */
function onDismiss(hide: () => void) {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  document.addEventListener('pointerdown', hide, options)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options)
  return () => listening.abort()
}

/** Calls `show` when the words change while they are shown, as those of a button that has been pressed. */
function onChanged({ target }: Tip, show: (target: HTMLElement) => void) {
  const observer = new MutationObserver(() => show(target))
  observer.observe(target, { attributeFilter: ['data-tip'], characterData: true, childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Whether a click does nothing but ask what this is: on what is disabled, or with a finger on a text. */
function saysMore(at: EventTarget, event: object) {
  const control = at instanceof Element && at.closest('button, input')
  if (control) return control.getAttribute('aria-disabled') === 'true'
  return 'pointerType' in event && event.pointerType === 'touch'
}

function tipOf(at: Element): Tip | null {
  const button = at.closest<HTMLElement>('[data-tip]')
  if (button) return { target: button, label: button.dataset.tip ?? '' }
  const cell = at.closest<HTMLElement>('td')
  const name = cell?.querySelector<HTMLElement>(':scope[data-name] > a')
  const text = name ?? (cell?.matches('[data-plain]') ? cell : cell?.querySelector<HTMLElement>('[data-truncate]'))
  const isCut = text && (text.scrollWidth > text.clientWidth || (name && text.scrollHeight > text.clientHeight))
  return isCut ? { target: text, label: text.textContent } : null
}

/** The tooltip of `useCellTooltip`. */
export const CellTooltip = ({ tip }: { tip: Tip | null }) =>
  tip && (
    <Tooltip key={tip.label} target={tip.target} label={tip.label} opened multiline maw="min(420px, 100vw - 24px)" />
  )
