import { type ComponentProps, useEffect, useState } from 'react'
import type { RecordPage } from '#web/records/page/record-page.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { useLeftPage } from './way-back.ts'

/** The page of a record, a separate chunk. */
let Loaded: typeof RecordPage | undefined

async function load() {
  const module = await import('#web/records/page/record-page.tsx')
  Loaded = module.RecordPage
}

/**
 * The page of a record, at once where its chunk is there. Not by Suspense, which would hold it back for 300 ms after
 * its fallback was shown.
 */
export function LoadedPage(props: ComponentProps<typeof RecordPage>) {
  useLeftPage(props.type, props.id)
  const [failure, setFailure] = useState<unknown>()
  const [, setLoaded] = useState(Loaded !== undefined)
  useEffect(() => {
    if (!Loaded) load().then(() => setLoaded(true), setFailure)
  }, [])
  if (failure) throw failure
  return Loaded ? <Loaded {...props} /> : <Loading />
}

/** Loads the page of a record when somebody comes near a row. */
export function usePreloadedPage() {
  useEffect(() => {
    // If that fails, opening the page tries again and reports it.
    const preload = () => void load().catch(() => {})
    const options = { once: true, passive: true }
    const events = ['pointerover', 'focusin'] as const
    for (const event of events) document.addEventListener(event, preload, options)
    return () => {
      for (const event of events) document.removeEventListener(event, preload)
    }
  }, [])
}
