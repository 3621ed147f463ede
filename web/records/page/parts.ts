import { createContext, useContext, useEffect, useId, useState } from 'react'

/** What a part says of itself: whether it is being read, and what there is none of, where it has nothing to show. */
type Said = { isLoading: boolean; none: string | undefined }

const Report = createContext<(part: string, said: Said) => void>(() => {})

/** Provides to the parts of a page the function that `useParts` returns. */
export const PartsProvider = Report.Provider

/** For this long a page waits for the slowest of its parts. */
const PATIENCE_MS = 5000

/**
 * The parts of a page that are read: whether all of them have been, so that none that comes later moves another one,
 * and what there is none of.
 */
export function useParts() {
  const [parts, setParts] = useState<ReadonlyMap<string, Said>>(new Map())
  const [isReady, setReady] = useState(false)
  const all = [...parts.values()]
  if (!isReady && all.length > 0 && all.every(({ isLoading }) => !isLoading)) setReady(true)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return {
    isReady,
    none: all.flatMap(({ none }) => none ?? []),
    report: useState(() => (part: string, said: Said) => setParts((parts) => new Map(parts).set(part, said)))[0],
  }
}

/** Tells the page what is known of a part. */
export function useReport(isLoading: boolean, none: string | undefined) {
  const part = useId()
  const report = useContext(Report)
  useEffect(() => report(part, { isLoading, none }), [report, part, isLoading, none])
}
