import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useRef, useState } from 'react'

const loadContainer = () => import('#web/ui/feedback/toast-container.tsx')

type ToastsProps = { load?: () => Promise<{ ToastContainer: ComponentType }> }

/**
 * Where toasts appear. What shows them loads after the page, which is usable without it. A toast that comes earlier
 * waits and is then shown for its whole time; if loading failed, the next toast tries again.
 */
export function Toasts({ load = loadContainer }: ToastsProps) {
  const [loaded, setLoaded] = useState<{ ToastContainer: ComponentType } | null>(null)
  const waiting = useNotifications().notifications.length
  const tried = useRef(false)

  useEffect(() => {
    if (loaded || (tried.current && waiting === 0)) return
    tried.current = true
    load().then(setLoaded, () => {})
  }, [loaded, waiting, load])

  return loaded && <loaded.ToastContainer />
}
