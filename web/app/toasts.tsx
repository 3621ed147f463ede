import { useWindowEvent } from '@mantine/hooks'
import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

/** After the first key or click: by then the page has everything it needs for that. */
const LATER_MS = 2000

const loadContainer = () => import('#web/ui/feedback/toast-container.tsx')

type ToastsProps = { load?: () => Promise<{ ToastContainer: ComponentType }> }

/**
 * Where toasts appear and are announced; it is there from the beginning. The code that shows them loads once the page
 * is used, so that it is there even without a connection, or with the first toast, which waits for it and is then shown
 * for its whole time. If loading fails, the next toast tries again.
 */
export function Toasts({ load = loadContainer }: ToastsProps) {
  const [loaded, setLoaded] = useState<{ ToastContainer: ComponentType } | null>(null)
  const [isUsed, setIsUsed] = useState(false)
  const waiting = useNotifications().notifications.length
  useWindowEvent('keydown', () => setIsUsed(true))
  useWindowEvent('pointerdown', () => setIsUsed(true))

  useEffect(() => {
    if (loaded || (!waiting && !isUsed)) return
    const timer = setTimeout(() => void load().then(setLoaded, () => {}), waiting ? 0 : LATER_MS)
    return () => clearTimeout(timer)
  }, [loaded, waiting, isUsed, load])

  return createPortal(<div aria-live="polite">{loaded && <loaded.ToastContainer />}</div>, document.body)
}
