import { useMutation } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { download } from '#web/api/download.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

/** Downloads a file that a call answers, one at a time; what goes wrong is said. */
export function useDownload<E extends Endpoint>(endpoint: E) {
  const { isPending, mutate } = useMutation({
    mutationFn: ({ input, name }: { input: CallInput<E>; name: string }) => download(endpoint, input, name),
    meta: { changesRecords: false },
    onError: (error) => toastError(error.message),
  })
  return { busy: isPending, save: (input: CallInput<E>, name: string) => !isPending && mutate({ input, name }) }
}
