import { useEffect, useEffectEvent, useRef } from 'react'
import { changeEvent, presenceEvent, printingEvent } from '#contract/change-stream.ts'
import { readStream, type StreamEvent } from './event-stream.ts'
import type { SessionEnd } from './session.ts'
import { sessionEndOf } from './session-end.ts'

type Change = ReturnType<typeof changeEvent.parse>
type Presence = ReturnType<typeof presenceEvent.parse>
type Printing = ReturnType<typeof printingEvent.parse>

/** What happens on the server while the application is open. */
export type LiveEvent =
  | ({ kind: 'change' } & Change)
  | ({ kind: 'presence' } & Presence)
  /** Somebody has saved or deleted a view of a list. */
  | { kind: 'views' }
  /** A part of a manual's PDF is made, from 0 to 1. */
  | ({ kind: 'printing' } & Printing)
  /** The stream was broken: anything may have happened. */
  | { kind: 'missed' }
  /** The session with this token is over. */
  | { kind: 'ended'; token: string; end: SessionEnd }

const listeners = new Set<(event: LiveEvent) => void>()
const deliver = (event: LiveEvent) => {
  for (const listener of listeners) listener(event)
}

/** Calls `listener` with each event while the component is shown. */
export function useLiveEvents(listener: (event: LiveEvent) => void) {
  const latest = useEffectEvent(listener)
  useEffect(() => {
    const listen = (event: LiveEvent) => latest(event)
    listeners.add(listen)
    return () => void listeners.delete(listen)
  }, [])
}

/** Together with the round trip, well below a second. */
const GATHER_MS = 250
/** While changes follow one another, as those of a bulk change do. */
const PAUSE_MS = 1000

/**
 * Calls `onChanges` soon after others have changed something: once for a burst, and about once a second while changes
 * go on. It gets the ids of the changes, or undefined when some were missed.
 */
export function useChanges(onChanges: (ids: string[] | undefined) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const gathered = useRef<string[] | undefined>([])
  const last = useRef(0)

  useLiveEvents((event) => {
    if (event.kind !== 'change' && event.kind !== 'missed') return
    if (event.kind === 'missed') gathered.current = undefined
    else gathered.current?.push(event.change_id)
    timer.current ??= setTimeout(
      () => {
        const ids = gathered.current
        timer.current = undefined
        gathered.current = []
        last.current = Date.now()
        onChanges(ids)
      },
      Math.max(GATHER_MS, last.current + PAUSE_MS - Date.now()),
    )
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}

const CHANNEL = 'live'

/**
 * Listens to the server until the returned function is called. Of several tabs one has the stream and tells the others:
 * browsers open few connections to one host.
 */
export function startLiveEvents() {
  const stopped = new AbortController()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  if (channel) channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => deliver(data)
  const tell = (event: LiveEvent) => {
    deliver(event)
    channel?.postMessage(event)
  }
  const read = (waited: boolean) =>
    readStream(
      {
        onEvent: (event) => {
          const read = toLiveEvent(event)
          if (read) tell(read)
        },
        onOpen: (again) => (again || waited) && tell({ kind: 'missed' }),
      },
      stopped.signal,
    )
  const { signal } = stopped
  // Nobody hears what happens between the end of another tab and this one's turn. Rejects only if it is stopped before
  // that.
  const inTurn = () => navigator.locks.request(CHANNEL, { signal }, () => read(true))
  // Browsers that let a site store nothing refuse it locks as well.
  const alone = () => void (signal.aborted || read(false))
  if ('locks' in navigator)
    navigator.locks.request(CHANNEL, { ifAvailable: true }, (lock) => (lock ? read(false) : inTurn())).catch(alone)
  else alone()
  return () => {
    stopped.abort()
    channel?.close()
  }
}

function toLiveEvent({ event, data, token }: StreamEvent): LiveEvent | undefined {
  if (event === 'ended') return { kind: event, token, end: sessionEndOf({ data }) }
  if (event === 'missed' || event === 'views') return { kind: event }
  const printing = event === 'printing' ? printingEvent.safeParse(data).data : undefined
  if (printing) return { kind: 'printing', ...printing }
  const change = event === 'change' ? changeEvent.safeParse(data).data : undefined
  if (change) return { kind: 'change', ...change }
  const presence = event === 'presence' ? presenceEvent.safeParse(data).data : undefined
  return presence && { kind: 'presence', ...presence }
}
