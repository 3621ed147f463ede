import { useNotifications } from '@mantine/notifications'
import { type ComponentType, useEffect, useState } from 'react'

/** By then the page has what it needs itself. */
const LATER_MS = 2000

const loadContainer = () => import('#web/ui/feedback/toast-container.tsx')

type ToastsProps = { load?: () => Promise<{ ToastContainer: ComponentType }> }

/**
 * Where toasts appear. What shows them loads after the page, which is usable without it, or with the first toast. That
 * one waits for it and is then shown for its whole time; if loading failed, the next toast tries again.
 */
export function Toasts({ load = loadContainer }: ToastsProps) {
  const [loaded, setLoaded] = useState<{ ToastContainer: ComponentType } | null>(null)
  const waiting = useNotifications().notifications.length

  useEffect(() => {
    if (loaded) return
    const timer = setTimeout(() => void load().then(setLoaded, () => {}), waiting ? 0 : LATER_MS)
    return () => clearTimeout(timer)
  }, [loaded, waiting, load])

  return loaded && <loaded.ToastContainer />
}
