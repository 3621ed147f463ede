import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whenOnline } from '#web/forms/when-online.ts'
import { toastError } from '#web/ui/feedback/toast.ts'
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

/** An entry that is acted on: its place, the button that was pressed, and the part of the page it is in. */
type Left = { key: string; place: number; pressed: Element | null; around: Element | null }

/**
 * Keeps the focus in a list of entries that their buttons remove: it goes to the first button of the entry that came in
 * its place, to the heading if there is none, or back to the pressed button if the entry stays. `keys` are those of the
 * entries, `busy` says whether one is being acted on; the returned function is told which is about to be.
 */
function useFocusOnNext(keys: string[] | undefined, busy: boolean) {
  const left = useRef<Left>(undefined)
  const joined = keys?.join('\n')
  useEffect(() => {
    if (!left.current || joined === undefined || busy) return
    const { key, place, pressed, around } = left.current
    const isThere = joined.split('\n').includes(key)
    if (!isThere) left.current = undefined
    if (!document.activeElement?.matches('body, :disabled')) return
    if (isThere) return focus(pressed)
    const entries = [...(around?.querySelectorAll('li') ?? [])]
    const next = (entries[place] ?? entries.at(-1))?.querySelector('button')
    const heading = around?.querySelector('h2')
    heading?.setAttribute('tabindex', '-1')
    focus(next ?? heading)
  }, [joined, busy])
  return (key: string) => {
    const pressed = document.activeElement
    left.current = {
      key,
      place: keys?.indexOf(key) ?? 0,
      pressed,
      around: pressed?.closest('section, [role="dialog"]') ?? null,
    }
  }
}

function focus(element: Element | null | undefined) {
  if (element instanceof HTMLElement) element.focus()
}
