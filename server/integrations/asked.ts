import type { About } from '../errors.ts'

/** External services that are asked while somebody waits for the answer. */
export type AskedService = 'storage' | 'warranty' | 'sign-in'

/** How the last call of a service went: undefined where it was answered. */
export type Met = { about: About; reason: string } | undefined
export type Note = (service: AskedService, met?: Met) => void

/** A service of which the last call failed; `since` (ms) is when the first in a row did. */
export type Trouble = { service: AskedService; about: Exclude<About, 'recipient'>; reason: string; since: number }

const LONGEST_REASON = 200

/** Keeps how the last call of each service went. What is about one file or one token says that the service works. */
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
