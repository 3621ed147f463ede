import { EventEmitter } from 'node:events'
import type { Present } from '#contract/changes.ts'
import type { Language } from '#contract/french.ts'
import type { RecordType } from '#contract/kinds.ts'

/** What servers tell each other and their open streams. */
export type LiveEvent =
  | { kind: 'change'; change_id: string; record_types: RecordType[] }
  /** Someone opened (or still has open) or closed a record's form. */
  | {
      kind: 'presence'
      record_type: RecordType
      record_id: string
      admin: Present
      open: boolean
    }
  /** Someone saved or deleted a view of a list. */
  | { kind: 'views' }
  /** How much of a manual's PDF is done, from 0 to 1. */
  | { kind: 'printing'; manual_id: string; language: Language; done: number }
  /** Events may have been lost. */
  | { kind: 'missed' }
  /** Some sessions have ended. */
  | { kind: 'sessions' }
  /** An owner was erased. */
  | { kind: 'erased' }

/** Passes events to all listeners, on all servers of the installation. */
export type Bus = {
  /** Never throws: a lost event is made up for by the next read. */
  publish: (event: LiveEvent) => void
  /** Returns a function that ends the subscription. */
  subscribe: (listener: (event: LiveEvent) => void) => () => void
  /** Whether other servers' events arrive; null if there are none, or it has not been tried. */
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
