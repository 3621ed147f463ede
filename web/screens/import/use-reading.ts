import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { imports, type Rehearsal, type RehearsedType } from '#contract/imports.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, StoppedError } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { useUpload } from '#web/forms/use-upload.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

/** A large file takes minutes, and how far it is can be seen meanwhile. */
const PATIENCE_SECONDS = 1800

type Work = {
  input: CallInput<typeof imports.rehearse>
  /** How many rows there are, where that is known. */
  total?: number
  /** A rehearsal of the same file that is forgotten once this one is there. */
  replaces?: string
}

type Options = {
  type: RehearsedType
  /** What is known about the rehearsals. */
  rehearsals: Rehearsal[] | undefined
  /** A rehearsal is there to be shown. */
  onFound: (id: string) => void
  /** It no longer exists. */
  onGone: () => void
}

export const rehearsalsQuery = query(imports.list, {})
const { queryKey } = rehearsalsQuery

/** Has a file read, or its rows checked again, and knows which rehearsal that is. */
export function useReading({ type, rehearsals, onFound, onGone }: Options) {
  const client = useQueryClient()
  const { uploaded, upload } = useUpload()
  const running = useRef<AbortController>(null)
  const [work, setWork] = useState<Work & { known: Set<string> }>()
  /** Which of the rehearsals this work has begun. */
  const begunIn = (all: Rehearsal[] = []) =>
    work &&
    (work.input.rehearsal_id ??
      all.find((one) => one.record_type === type && one.state === 'reading' && !work.known.has(one.rehearsal_id))
        ?.rehearsal_id)

  const mutation = useMutation({
    mutationFn: ({ input, signal }: Work & { signal: AbortSignal }) =>
      upload(input.file, { signal, timeLimitSeconds: PATIENCE_SECONDS }, (options) =>
        call(imports.rehearse, input, options),
      ),
    meta: { changesRecords: false },
    onSuccess: async ({ data }, { replaces }) => {
      if (replaces) await call(imports.discard, { rehearsal_id: replaces }).catch(() => {})
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) => ({
        message: '',
        data: [
          data,
          ...(before?.data ?? []).filter(({ rehearsal_id }) => ![data.rehearsal_id, replaces].includes(rehearsal_id)),
        ],
      }))
      await client.resetQueries({ queryKey: [imports.rows.path] })
      onFound(data.rehearsal_id)
    },
    onError: async (error, { input }) => {
      await client.invalidateQueries({ queryKey })
      if (error instanceof StoppedError) return
      const begun = begunIn(client.getQueryData(queryKey)?.data)
      // The connection broke, and the server reads on.
      if (begun && isUnanswered(error)) onFound(begun)
      else if (input.file) onGone()
    },
    onSettled: () => {
      running.current = null
    },
  })

  const cancelling = useMutation({
    mutationFn: async ({ id }: { id: string | undefined; checked: string | undefined }) => {
      running.current?.abort(new StoppedError('Cancelled. Nothing was changed.'))
      const last = id ?? begunIn((await client.fetchQuery({ ...rehearsalsQuery, staleTime: 0 })).data)
      if (last) await call(imports.discard, { rehearsal_id: last })
    },
    meta: { changesRecords: false },
    onError: (error) => {
      const isGone = error instanceof ApiError && error.status === 404
      if (!isGone) toastError(error.message)
    },
    onSettled: async (_data, _error, { checked }) => {
      await client.invalidateQueries({ queryKey })
      // Rows that are checked again are kept, and can be once more.
      if (checked) onFound(checked)
      else onGone()
    },
  })

  return {
    /** A file is being sent and read, or its rows are checked again, because this page asked for it. */
    busy: mutation.isPending || cancelling.isPending,
    cancelling: cancelling.isPending,
    uploaded,
    begun: mutation.isPending ? begunIn(rehearsals) : undefined,
    total: work?.total,
    error: mutation.error instanceof StoppedError ? null : mutation.error,
    forgetError: mutation.reset,
    start(next: Work) {
      if (running.current) return
      const controller = new AbortController()
      running.current = controller
      setWork({ ...next, known: new Set(rehearsals?.map(({ rehearsal_id }) => rehearsal_id)) })
      mutation.mutate({ ...next, signal: controller.signal })
    },
    /** Ends the reading of a rehearsal, and forgets it, or the checking of its rows. */
    cancel(id = begunIn(rehearsals)) {
      if (cancelling.isPending) return
      cancelling.mutate({ id, checked: mutation.isPending ? work?.input.rehearsal_id : undefined })
    },
  }
}

const isUnanswered = (error: Error) => error instanceof ApiError && [0, 502, 504].includes(error.status)
