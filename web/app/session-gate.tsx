import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { earlyAnswerAt } from '#web/api/early-answer.ts'
import { logout } from '#web/api/logout.ts'
import { clearToken, isSessionOnlyInPage, storedToken } from '#web/api/session.ts'
import { sessionEndOf } from '#web/api/session-end.ts'
import { meQuery } from '#web/api/use-me.ts'
import { openDrafts } from '#web/forms/draft-store.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { toastWarning } from '#web/ui/feedback/toast.ts'
import { MessagePage } from '#web/ui/page/message-page.tsx'
import { Shell } from './shell.tsx'

const EXTRA_SPINNER_MS = 500

const NOTHING_STORED =
  'Your browser stores nothing for this site, so you are signed in only until you reload or close this page. To stay signed in, allow site data or free some space.'

// Shown to few, and never twice.
const SetUpScreen = lazy(() =>
  import('#web/screens/security/set-up-screen.tsx').then((screen) => ({ default: screen.SetUpScreen })),
)

/**
 * Loads the signed-in administrator behind the spinner, beside what the shell shows; nobody can use it
 * before the administrator is known. Removes a refused token.
 */
export function SessionGate() {
  const { data, dataUpdatedAt, isPending, error, refetch, isFetching } = useQuery({
    ...meQuery,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (!state.data && isOutage(state.error) ? retryDelayMs(state.error) : false),
  })
  const answeredAt = Math.min(dataUpdatedAt, earlyAnswerAt(storedToken()))
  const spinning = useExtendedLoading(isPending, answeredAt)
  // Stays until the recovery codes have been shown.
  const [mustSetUp, setMustSetUp] = useState(false)
  if (data?.data.second_factor_required && !mustSetUp) setMustSetUp(true)
  useEffect(() => openDrafts(), [])
  useEffect(() => {
    if (isSessionOnlyInPage()) toastWarning(NOTHING_STORED, { stays: true })
  }, [])
  // Only the first load counts: a failed refetch ends no session.
  const failure = data ? null : error

  useEffect(() => {
    if (!failure || isOutage(failure)) return
    clearToken(failure instanceof ApiError ? sessionEndOf(failure.body) : 'refused')
  }, [failure])

  if (mustSetUp) {
    return (
      <Suspense fallback={<FullScreenSpinner />}>
        <SetUpScreen onDone={() => void refetch().then(() => setMustSetUp(false))} onLogout={logout} />
      </Suspense>
    )
  }
  if (isOutage(failure)) {
    return (
      <MessagePage
        title="Please wait a moment"
        message={`${outageOf(failure)} You are still signed in; this page keeps trying.`}
      >
        <Button loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </MessagePage>
    )
  }
  return (
    <>
      {spinning && <FullScreenSpinner cover />}
      {!failure && (
        <div inert={!data}>
          <Shell ready={data !== undefined} />
        </div>
      )}
    </>
  )
}

/** Without an answer, or with one about the server, the session may still be valid; any other status ends it. */
const isOutage = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

const outageOf = ({ status }: ApiError) =>
  status === 0
    ? 'The server cannot be reached right now.'
    : status === 429
      ? 'The server is busy right now.'
      : 'The server has a problem right now.'

const RETRY_SECONDS = 5
const retryDelayMs = (error: ApiError) => (error.retryAfter ?? RETRY_SECONDS) * 1000

/** Stays true until half a second after loading ended (`endedAt`, by the clock), so that the spinner does not flash. */
function useExtendedLoading(loading: boolean, endedAt: number) {
  const [spinning, setSpinning] = useState(() => loading || timeLeft(endedAt) > 0)
  useEffect(() => {
    if (loading) return
    const timer = setTimeout(() => setSpinning(false), timeLeft(endedAt))
    return () => clearTimeout(timer)
  }, [loading, endedAt])
  return spinning
}

// The clock may have been set meanwhile.
const timeLeft = (endedAt: number) => Math.min(EXTRA_SPINNER_MS, Math.max(0, endedAt + EXTRA_SPINNER_MS - Date.now()))
