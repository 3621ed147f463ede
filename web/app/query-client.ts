import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/call.ts'
import { clearToken, onSessionChange } from '#web/api/session.ts'
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
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return
    const { status, body } = error
    // The guards react to the missing token and open the login; drafts of forms stay.
    if (status === 401) clearToken('refused')
    if (status === 403) onForbidden()
    if (status === 0) toastError(body.message)
    if (status === 422) for (const message of body.errors?.general ?? []) toastError(message)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError,
      onSettled: (_data, error, _variables, _result, { meta }) => {
        if (meta?.changesRecords !== false && mayHaveChanged(error)) refetchAfterChange(client)
      },
    }),
    defaultOptions: {
      // Offline, a call fails at once with a message instead of waiting for the connection.
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: shouldRetry, retryDelay: 1000 },
      mutations: { networkMode: 'always' },
    },
  })
  // The next user of this browser must not see what this one has read.
  onSessionChange(() => {
    void client.cancelQueries()
    client.clear()
  })
  return client
}

/** Statuses with which the server refuses a call before it changes anything. */
const REFUSED = [400, 401, 403, 413, 422, 429]

// A lost answer (0) or a 5xx leaves it open whether the change was made; a 404 or 409 means that somebody else made
// one.
const mayHaveChanged = (error: Error | null) => !error || (error instanceof ApiError && !REFUSED.includes(error.status))

function refetchAfterChange(client: QueryClient) {
  void client.invalidateQueries({ refetchType: 'none' })
  void client.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.refetchAfterChange !== false })
}

const shouldRetry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
