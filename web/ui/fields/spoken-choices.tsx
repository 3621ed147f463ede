import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '#web/ui/format.ts'

const MARKED = 'data-combobox-selected'
const ACTIVE = 'aria-activedescendant'
const LIST = 'aria-controls'

/**
 * Around a field with a list of choices: tells screen readers how many there are, and which one is marked, which
 * Mantine only shows while one types.
 */
export function SpokenChoices({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')

  useEffect(() => {
    const field = box.current?.querySelector('[aria-haspopup=listbox]')
    if (!field) return
    const tell = () => {
      const list = document.getElementById(field.getAttribute(LIST) ?? '')
      const marked = list?.querySelector(`[${MARKED}]`)
      if (!marked) field.removeAttribute(ACTIVE)
      else if (field.getAttribute(ACTIVE) !== marked.id) field.setAttribute(ACTIVE, marked.id)
      const count = list?.querySelectorAll('[role=option]').length
      setSaid(count ? formatCount(count, 'choice') : (list?.textContent ?? ''))
    }
    // The list is elsewhere in the page, and only while it is open.
    const ofList = new MutationObserver(tell)
    const follow = () => {
      ofList.disconnect()
      if (field.hasAttribute(LIST)) {
        ofList.observe(document.body, { subtree: true, childList: true, attributeFilter: [MARKED, ACTIVE] })
      }
      tell()
    }
    const ofField = new MutationObserver(follow)
    ofField.observe(field, { attributeFilter: [LIST] })
    return () => {
      ofField.disconnect()
      ofList.disconnect()
    }
  }, [])

  return (
    <div ref={box}>
      {children}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </div>
  )
}
