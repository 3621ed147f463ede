import { counted } from '#contract/plural.ts'
import { MINUTE } from '../clock.ts'
import type { AskedService, Trouble } from '../integrations/asked.ts'
import type { Facts } from './facts.ts'

/** Shorter outages of a service end by themselves and need nobody. */
export const LONG_MS = 900_000

/** The words, if it is so. */
export const when = (stands: boolean, words: string) => (stands ? words : undefined)
/** Which server it concerns, if another one. */
export const by = (server: string | null | undefined) => (server ? ` by ${server}` : '')
/** Who found it, and when. */
export const found = ({ by, at }: { by: string; at: string }) => `, as ${by} found at ${at}`
/** How long that is. */
export const minutes = (ms: number) => counted(Math.round(ms / MINUTE), 'minute')

const held = (service: 'mail' | 'push', about: 'set-up' | 'later') => (facts: Facts) =>
  facts.held.find((one) => one.service === service && one.about === about && one.waiting > 0)
/** The sentence about a service that refuses our set-up while jobs wait for it. */
export const refused = (service: 'mail' | 'push', words: string) => (facts: Facts) => {
  const found = held(service, 'set-up')(facts)
  return found && `${words} (${counted(found.waiting, 'job')} waiting): ${found.reason}`
}
/** The same for one that has accepted nothing for long. */
export const silent = (service: 'mail' | 'push', words: string) => (facts: Facts) => {
  const found = held(service, 'later')(facts)
  if (!found || found.forMs < LONG_MS) return undefined
  return `${words} for ${minutes(found.forMs)} (${counted(found.waiting, 'job')} waiting): ${found.reason}`
}

/** The sentence about a service whose last call failed. */
export const trouble = (service: AskedService, about: Trouble['about'], words: string) => (facts: Facts) => {
  const found = facts.troubles.find((one) => one.service === service && one.about === about)
  return found && `${words}: ${found.reason}`
}
