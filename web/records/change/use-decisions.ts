import { useMutation } from '@tanstack/react-query'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastError } from '#web/ui/feedback/toast.ts'
import { useFocusOnNext } from '#web/ui/page/use-focus-on-next.ts'
import { toastChange } from './toast-change.tsx'

type Answer = Parameters<typeof toastChange>[0] | undefined
type Decisions<One, Act> = {
  /** The entries; undefined while they are not known. */
  of: One[] | undefined
  keyOf: (one: One) => string
  /** Makes the call, and resolves to the change to tell of, if any. */
  send: (act: Act, one: One) => Promise<Answer>
  refetch: () => Promise<unknown>
}

/**
 * Decides about entries one at a time: tells of the change, reads the entries again, and keeps the focus among them.
 * `busyOf` is the act that is under way for an entry.
 */
export function useDecisions<One, Act extends string>({ of, keyOf, send, refetch }: Decisions<One, Act>) {
  const { isPending, variables, mutate } = useMutation({
    mutationFn: ({ act, one }: { act: Act; one: One }) => send(act, one),
    onSuccess: (answer) => answer && toastChange(answer),
    onError: ({ message }) => toastError(message),
    onSettled: () => void refetch(),
  })
  const leave = useFocusOnNext(of?.map(keyOf), isPending)
  return {
    busyOf: (one: One) => (isPending && keyOf(variables.one) === keyOf(one) ? variables.act : undefined),
    decide: (act: Act, one: One) =>
      !isPending &&
      whenOnline(() => {
        leave(keyOf(one))
        mutate({ act, one })
      }),
  }
}
