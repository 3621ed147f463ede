import type { About } from '../errors.ts'

/** External services that are called while someone waits for the answer. */
export type AskedService = 'storage' | 'warranty' | 'sign-in'

/** How a service's last call went: undefined if it was answered. */
export type Met = { about: About; reason: string } | undefined
export type Note = (service: AskedService, met?: Met) => void

/** A service whose last call failed; `since` (ms) is the first failure in a row. */
export type Trouble = { service: AskedService; about: Exclude<About, 'recipient'>; reason: string; since: number }

const LONGEST_REASON = 200

/** Remembers how each service's last call went. A failure about one file or token shows that the service works. */
export function watchAsked() {
  const troubles = new Map<AskedService, Trouble>()
  const note: Note = (service, met) => {
    if (!met || met.about === 'recipient') return void troubles.delete(service)
    const { about } = met
    const reason = met.reason.replace(/\s+/g, ' ').slice(0, LONGEST_REASON)
    troubles.set(service, { service, about, reason, since: troubles.get(service)?.since ?? Date.now() })
  }
  return { note, troubles: () => [...troubles.values()] }
}
