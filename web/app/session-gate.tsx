import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '#web/api/call.ts'
import { clearToken } from '#web/api/session.ts'
import { meQuery } from '#web/api/use-me.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { MessagePage } from '#web/ui/page/message-page.tsx'

const SPINNER_LINGERS = 500

// Visitors do not need it.
const Shell = lazy(() => import('./shell.tsx').then(({ Shell }) => ({ default: Shell })))

/** Loads who is signed in before anything is shown to them; a token that is refused is forgotten. */
export function SessionGate() {
  const { data, isPending, error, refetch, isFetching } = useQuery({ ...meQuery, staleTime: Infinity })
  const lingering = useLingering(isPending)
  // A re-read that fails later throws nobody out.
  const failure = data ? null : error
  // Without an answer nothing is known about the session; an answer that is a failure ends it.
  const isOutage = failure instanceof ApiError && failure.status === 0

  useEffect(() => {
    if (failure && !isOutage) clearToken('refused')
  }, [failure, isOutage])

  if (failure && isOutage) {
    return (
      <MessagePage
        title="Please wait a moment"
        message="The server cannot be reached just now. You are still signed in."
      >
        <Button loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </MessagePage>
    )
  }
  if (!data || lingering) return <FullScreenSpinner />
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <Shell />
    </Suspense>
  )
}

/** Stays true for half a second after `loading` has ended. */
function useLingering(loading: boolean) {
  const [lingering, setLingering] = useState(loading)
  useEffect(() => {
    if (loading) return
    const timer = setTimeout(() => setLingering(false), SPINNER_LINGERS)
    return () => clearTimeout(timer)
  }, [loading])
  return lingering
}
