import { useMutation } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'
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

/** A file that is made row by row may take a while to arrive. */
const PATIENCE_SECONDS = 300

/** Calls an endpoint that answers a file, and gives it to the person under this name. Throws as `call` does. */
async function download<E extends Endpoint>(endpoint: E, input: CallInput<E>, name: string) {
  const file = (await call(endpoint, input, { timeLimitSeconds: PATIENCE_SECONDS })) as unknown as Blob
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has it once the click is over.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
