import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { MINUTE } from '#contract/durations.ts'
import { ApiError } from '#web/api/api-error.ts'
import { StoppedError } from '#web/api/call.ts'
import { isOnline } from '#web/api/connection.ts'
import { isSetUpRequired, proofWantedBy } from '#web/api/proof.ts'
import { isPageHeld, onSessionChange, sessionNumber, sessionRefused, storedToken } from '#web/api/session.ts'
import { sessionEndOf } from '#web/api/session-end.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

type Options = {
  /** Opens the page for a 403. */
  onForbidden: () => void
}

/**
 * The query client of the application. Two rules live here and nowhere else: what an error means for the page as a
 * whole, and that everything on screen is read again after a change.
 */
export function createQueryClient({ onForbidden }: Options) {
  const onError = (error: Error, saidInPlace = false) => {
    if (!(error instanceof ApiError) || error instanceof StoppedError) return
    const { status, body, token } = error
    // The guards react to the missing token and open the login.
    if (status === 401) sessionRefused(token, sessionEndOf(body))
    if (status === 403 && isSetUpRequired(error)) void readAdministratorAgain()
    else if (status === 403 && !proofWantedBy(error)) onForbidden()
    if (saidInPlace) return
    if (status === 0) toastError(body.message)
    if (status === 422) for (const message of body.errors?.general ?? []) toastError(message)
  }
  // Loaded when it is needed, with the contract: visitors' pages are small.
  const readAdministratorAgain = async () => {
    const { meQuery } = await import('#web/api/use-me.ts')
    await client.invalidateQueries({ queryKey: meQuery.queryKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        // The notice about the lost connection speaks for everything that is read.
        if (isOnline() || !isUnanswered(error)) onError(error)
      },
    }),
    mutationCache: new MutationCache({
      // A change is over once it can be seen: its dialog closes onto the new row.
      onSuccess: async (_data, _variables, _result, { meta }) => {
        if (meta?.changesRecords !== false) await atMost(REFETCH_PATIENCE_MS, refetchAfterChange(client))
      },
      onError: (error, _variables, _result, { meta }) => {
        onError(error, meta?.saidInPlace)
        if (meta?.changesRecords !== false && mayHaveChanged(error)) void refetchAfterChange(client)
      },
    }),
    defaultOptions: {
      // Offline, a call fails at once with a message instead of waiting for the connection.
      queries: {
        networkMode: 'always',
        gcTime: KEPT_MS,
        refetchOnReconnect: true,
        retry: shouldRetry,
        retryDelay: 1000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  // The next user of this browser must not see what this one has read.
  let session = sessionNumber()
  onSessionChange(() => {
    // The same person is still there.
    if (isPageHeld()) return
    const goesOn = storedToken() !== null && session === sessionNumber()
    session = sessionNumber()
    if (goesOn) return void client.invalidateQueries()
    void client.cancelQueries()
    client.clear()
  })
  return client
}

/** Statuses with which the server refuses a call before it changes anything. */
const REFUSED = [400, 401, 403, 413, 422, 429]

const isUnanswered = (error: Error) => error instanceof ApiError && error.status === 0

// A lost answer (0) or a 5xx leaves it open whether the change was made; a 404 or 409 means that somebody else made
// one.
const mayHaveChanged = (error: Error) => error instanceof ApiError && !REFUSED.includes(error.status)

async function refetchAfterChange(client: QueryClient) {
  // Nothing can be read until somebody has signed in.
  if (isPageHeld()) return
  void client.invalidateQueries({ refetchType: 'none' })
  const isRead = ({ meta }: Query) => meta?.refetchAfterChange !== false
  // A first read under way would be waited for, and its answer from before the change would count as fresh.
  const isFirst = (query: Query) => isRead(query) && query.state.data === undefined
  await client.cancelQueries({ type: 'active', fetchStatus: 'fetching', predicate: isFirst })
  await client.refetchQueries({ type: 'active', predicate: isRead })
}

/** A list that hangs must not keep the dialog of a saved record open. */
const REFETCH_PATIENCE_MS = 5000

const atMost = (milliseconds: number, work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])

/** How long what was read is shown again, even while there is no connection. */
const KEPT_MS = 30 * MINUTE

const shouldRetry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
