import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { records } from '#contract/changes.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordTypes } from '#contract/kinds.ts'
import { useChanges } from '#web/api/live-events.ts'
import { query } from '#web/api/query.ts'

/** The number after one that was typed; empty where that is not a number. */
export const nextNumber = (typed: unknown) => (/^\d+$/.test(String(typed)) ? String(Number(typed) + 1) : '')

/** The part of a form for a new record that its sequence number needs. */
type NewForm = { form: { values: object }; suggest: (values: { seq_no: string }) => void }

/**
 * Fills in the next number of the sequence to which a new record of this type will belong, as soon as the form says
 * which that is, and again when others take it meanwhile. Where it cannot be read, the field is left empty.
 */
export function useNextNumber({ form, suggest }: NewForm, type: RecordType | undefined) {
  const values = form.values as Readonly<Record<string, unknown>>
  const { sequence }: Partial<RecordKind> = type ? kinds[type] : {}
  const parent = sequence?.within && values[sequence.within]
  const within = typeof parent === 'string' && parent ? parent : undefined
  const enabled = sequence !== undefined && 'seq_no' in values && (!sequence.within || within !== undefined)
  const { data, isError, refetch } = useQuery({
    ...query(records.next_number, { record_type: type ?? recordTypes[0], ...(within !== undefined && { within }) }),
    enabled,
    gcTime: 0,
    retry: false,
  })
  // Somebody else may have taken it.
  useChanges(() => enabled && void refetch())
  const next = isError ? '' : data && String(data.data.seq_no ?? '')
  const fillIn = useEffectEvent((seq_no: string) => suggest({ seq_no }))
  useEffect(() => {
    if (next !== undefined) fillIn(next)
  }, [next, within])
}
