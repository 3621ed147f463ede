import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'

/** Loads what only signed-in pages need, in a chunk of its own. */
export const loadShell = () => import('./signed-in.ts')
let loadedShell: Awaited<ReturnType<typeof loadShell>> | undefined

/**
 * The shell once it has loaded; throws if it cannot be loaded. Not by Suspense, which would hold it back for 300 ms
 * after showing its fallback, and with it the page's first call.
 */
export function useShell() {
  const [shell, setShell] = useState(loadedShell)
  const client = useQueryClient()
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (loadedShell) return
    let isGone = false
    loadShell().then(
      async (loaded) => {
        loadedShell = loaded
        const asked = client.prefetchQuery({ ...loaded.meQuery, staleTime: Infinity })
        // If its answer is there already, nothing has to be rendered without it.
        await Promise.race([asked, new Promise((resolve) => setTimeout(resolve))])
        // In parts, between which the browser can do something else.
        if (!isGone) startTransition(() => setShell(loaded))
      },
      (error: unknown) => isGone || setFailure({ error }),
    )
    return () => {
      isGone = true
    }
  }, [client])
  if (failure) throw failure.error
  return shell
}
