import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/api/call.ts'
import { clearToken, onSessionChange } from '#web/api/session.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

type Rules = {
  /** The action is not allowed: opens the page that says so. */
  onForbidden: () => void
}

/** The data of the application, and what a refusal of any call means for the page as a whole, in one place. */
export function createQueryClient({ onForbidden }: Rules) {
  const onError = (error: Error) => {
    if (!(error instanceof ApiError)) return
    const { status, body } = error
    // The guards see it and open the login; what is typed in a form is kept.
    if (status === 401) clearToken('refused')
    if (status === 403) onForbidden()
    if (status === 0) toastError(body.message)
    if (status === 422) for (const message of body.errors?.general ?? []) toastError(message)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Without a connection a call fails at once and says so, instead of waiting unseen.
      queries: { networkMode: 'always', refetchOnReconnect: true, retry: worthAnotherTry, retryDelay: 1000 },
      mutations: { networkMode: 'always' },
    },
  })
  // What one person has read is nothing for the next one.
  onSessionChange(() => {
    void client.cancelQueries()
    client.clear()
  })
  return client
}

const worthAnotherTry = (failures: number, error: Error) =>
  failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500)
