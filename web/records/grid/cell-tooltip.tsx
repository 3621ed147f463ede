import { Tooltip } from '@mantine/core'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

type Tip = { target: HTMLElement; label: string }

const DELAY_MS = 400

/**
 * One tooltip for all cells: for a button its `data-tip`, for a plain text the whole of it when it is cut off. Hundreds
 * of tooltips of their own would take longer to render than the rows.
 */
export function useCellTooltip() {
  const [tip, setTip] = useState<Tip | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function hide() {
    clearTimeout(timer.current)
    setTip(null)
  }

  function follow(at: EventTarget, delay: number) {
    const found = at instanceof HTMLElement ? tipOf(at) : null
    if (found?.target === tip?.target) return
    hide()
    if (found) timer.current = setTimeout(() => setTip(found), delay)
  }

  return {
    // A row that is gone leaves no tooltip behind.
    tip: tip?.target.isConnected ? tip : null,
    handlers: {
      onPointerOver: ({ target, pointerType }: PointerEvent) => pointerType !== 'touch' && follow(target, DELAY_MS),
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => target.matches(':focus-visible') && follow(target, 0),
      onBlur: hide,
    },
  }
}

function tipOf(at: HTMLElement): Tip | null {
  const button = at.closest<HTMLElement>('[data-tip]')
  if (button) return { target: button, label: button.dataset.tip ?? '' }
  const cell = at.closest<HTMLElement>('[data-plain]')
  return cell && cell.scrollWidth > cell.clientWidth ? { target: cell, label: cell.textContent ?? '' } : null
}

/** The tooltip of `useCellTooltip`. */
export const CellTooltip = ({ tip }: { tip: Tip | null }) =>
  tip && <Tooltip key={tip.label} target={tip.target} label={tip.label} opened multiline maw={420} />
