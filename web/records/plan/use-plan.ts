import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import { query } from '#web/api/query.ts'

/** What a call says a write would do; `error` if it could not say so, or not again. */
export type Plan<Answer> = { answer: Answer | undefined; error: Error | null; isLooking: boolean }

/**
 * What a write would do, as this call says; without `input` it is not asked. It is read anew for each dialog, and again
 * after a refusal, but not while the dialog closes after the write.
 */
export function usePlan<E extends Endpoint>(endpoint: E, input: CallInput<E> | undefined): Plan<CallOutput<E>> {
  const { data, error, isFetching, refetch } = useQuery({
    ...query(endpoint, input as CallInput<E>),
    enabled: input !== undefined,
    gcTime: 0,
    meta: { refetchAfterChange: false },
  })
  const mutations = useQueryClient().getMutationCache()
  const lookAgain = useEffectEvent(() => input && void refetch())
  useEffect(
    () =>
      mutations.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') lookAgain()
      }),
    [mutations],
  )
  return { answer: error ? undefined : data, error: isFetching ? null : error, isLooking: isFetching }
}
