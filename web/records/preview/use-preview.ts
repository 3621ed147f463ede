import { useDocumentVisibility } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Language } from '#contract/french.ts'
import { type PreviewType, preview } from '#contract/preview.ts'
import { call } from '#web/api/call.ts'

/** In milliseconds: how long after typing the call is made, however long somebody goes on typing. */
const SOON = 150
/** Calls under way; where answers take long, the oldest makes room. */
const MOST_UNDER_WAY = 3

type Sent = { number: number; controller: AbortController }

/**
 * What owners would get of these fields of a form, in a language: the newest answer, asked for again soon after they
 * change. While nobody looks, nothing is asked.
 */
export function usePreview(type: PreviewType, fields: object, isShown: boolean, language?: Language) {
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof ask>>>()
  const [error, setError] = useState<Error | null>(null)
  const isLookedAt = useDocumentVisibility() !== 'hidden' && isShown
  // A mutation keeps no answers, of which there would be one for each text, and the rules in web/app/query-client.ts
  // apply.
  const { mutateAsync } = useMutation({
    mutationFn: ({ text, signal }: { text: string; signal: AbortSignal }) => ask(type, text, signal),
    gcTime: 0,
    meta: { changesRecords: false, saidInPlace: true },
  })
  const text = JSON.stringify({ fields, language })
  const newest = useRef(text)
  const asked = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const underWay = useRef<Sent[]>([])
  const count = useRef(0)

  function endThoseBefore(number: number) {
    for (const sent of underWay.current) if (sent.number < number) sent.controller.abort()
    underWay.current = underWay.current.filter((sent) => sent.number >= number)
  }

  async function send() {
    timer.current = undefined
    const sent: Sent = { number: ++count.current, controller: new AbortController() }
    endThoseBefore(sent.number - MOST_UNDER_WAY + 1)
    underWay.current.push(sent)
    asked.current = newest.current
    const { signal } = sent.controller
    try {
      const received = await mutateAsync({ text: newest.current, signal })
      if (signal.aborted) return
      endThoseBefore(sent.number)
      setAnswer(received)
      setError(null)
    } catch (failure) {
      if (!signal.aborted && sent.number === count.current) setError(failure as Error)
    } finally {
      underWay.current = underWay.current.filter((one) => one !== sent)
    }
  }

  useEffect(() => {
    newest.current = text
    if (!isLookedAt) {
      clearTimeout(timer.current)
      timer.current = undefined
    } else if (text !== asked.current) {
      timer.current ??= setTimeout(() => void send(), asked.current === undefined ? 0 : SOON)
    }
  })
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      for (const { controller } of underWay.current) controller.abort()
    },
    [],
  )

  return {
    answer,
    error,
    retry() {
      clearTimeout(timer.current)
      setError(null)
      void send()
    },
  }
}

type FormState = { fields: Record<string, unknown>; language?: Language }

const ask = (record_type: PreviewType, text: string, signal: AbortSignal) =>
  call(preview.preview, { record_type, ...(JSON.parse(text) as FormState) }, { signal })
