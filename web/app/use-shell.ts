import { startTransition, useEffect, useState } from 'react'

/** Loads what only signed-in pages need, in a chunk of its own. */
export const loadShell = () => import('./signed-in.ts')
let loadedShell: Awaited<ReturnType<typeof loadShell>> | undefined

/**
 * The shell once it has loaded; throws when it cannot be. Not by Suspense, which would hold it back for 300 ms after its
 * fallback was shown, and the first call of the page with it.
 */
export function useShell() {
  const [shell, setShell] = useState(loadedShell)
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    if (loadedShell) return
    let isGone = false
    loadShell().then(
      (loaded) => {
        loadedShell = loaded
        // In parts, between which the browser can do something else.
        if (!isGone) startTransition(() => setShell(loaded))
      },
      (error: unknown) => isGone || setFailure({ error }),
    )
    return () => {
      isGone = true
    }
  }, [])
  if (failure) throw failure.error
  return shell
}
