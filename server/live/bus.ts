import { EventEmitter } from 'node:events'
import type { Present } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'

/** What servers tell each other and their open streams. */
export type LiveEvent =
  | { kind: 'change'; change_id: string; record_types: RecordType[] }
  /** Somebody opened (or still has open) or closed a record's form. */
  | {
      kind: 'presence'
      record_type: RecordType
      record_id: string
      admin: Present
      open: boolean
    }
  /** Somebody has saved or deleted a view of a list. */
  | { kind: 'views' }
  /** A part of a manual's PDF is made, from 0 to 1. */
  | { kind: 'printing'; manual_id: string; done: number }
  /** Events may have been lost. */
  | { kind: 'missed' }
  /** Some sessions have ended. */
  | { kind: 'sessions' }
  /** An owner was erased. */
  | { kind: 'erased' }

/** Passes events to everybody who listens, on all servers of the installation. */
export type Bus = {
  /** Never throws: a lost event is recovered by the next read. */
  publish: (event: LiveEvent) => void
  /** Returns what ends the subscription. */
  subscribe: (listener: (event: LiveEvent) => void) => () => void
  /** Whether what other servers publish arrives; null where there are no others, or before it was tried. */
  hears: () => boolean | null
  stop: () => Promise<void>
}

/** The bus of one server. */
export function localBus(): Bus {
  const events = new EventEmitter().setMaxListeners(0)
  return {
    publish: (event) => void events.emit('event', event),
    subscribe(listener) {
      events.on('event', listener)
      return () => void events.off('event', listener)
    },
    hears: () => null,
    stop: async () => void events.removeAllListeners(),
  }
}
