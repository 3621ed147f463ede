import type { Outcome } from './call.ts'

/** What a caller asked for and was told, or (`was`) what was found while nothing was running. */
type Event = { what: 'asked' | 'acknowledged' | 'was'; key: string; value: string; at: number }

/**
 * What callers were told, to be compared with what is stored. Things have a key and a value; a missing thing has no
 * value. A call without an answer, or with a fault, may have been carried out or not; an answered one must have been.
 * Calls about the same thing do not overlap. `now` says when something happens, if that matters.
 */
export class History {
  #events: Event[] = []
  readonly #now: () => number
  constructor(now: () => number = () => 0) {
    this.#now = now
  }

  /** Has `value` written to the thing called `key`, and says whether that was acknowledged. */
  async write(key: string, value: string, call: () => Promise<Outcome<unknown>>) {
    this.#events.push({ what: 'asked', key, value, at: this.#now() })
    const { known } = await call()
    if (known) this.#events.push({ what: 'acknowledged', key, value, at: this.#now() })
    return known
  }

  /** How many writes were acknowledged, until the time `until`. */
  acknowledged(until = Number.POSITIVE_INFINITY) {
    return this.#events.filter(({ what, at }) => what === 'acknowledged' && at <= until).length
  }

  /** The times at which something was acknowledged. */
  get moments() {
    return this.#events.filter(({ what }) => what === 'acknowledged').map(({ at }) => at)
  }

  /** What in `found` contradicts what had happened until the time `until`: one sentence for each thing. */
  problems(found: Iterable<readonly [key: string, value: string]>, until = Number.POSITIVE_INFINITY): string[] {
    const values = Map.groupBy(found, ([key]) => key)
    const possible = possibleValues(this.#events.filter(({ at }) => at <= until))
    const twice = [...values]
      .filter(([, all]) => all.length > 1)
      .map(([key, all]) => `${key} is there ${all.length} times`)
    const unasked = [...values.keys()].filter((key) => !possible.has(key)).map((key) => `nobody asked for ${key}`)
    const wrong = [...possible].flatMap(([key, may]) => {
      const value = values.get(key)?.[0]?.[1]
      return may.has(value) ? [] : [`${key} is ${value ?? 'gone'} and not ${[...may].join(' or ')}`]
    })
    return [...twice, ...unasked, ...wrong]
  }

  /** Takes what was found as true from now on. */
  settle(found: Iterable<readonly [key: string, value: string]>) {
    const there = new Map(found)
    const done = this.#events.filter(({ what }) => what === 'acknowledged')
    // What was told stays: a later loss must still be noticed.
    const truth = [...there].map(([key, value]) => ({ what: 'was' as const, key, value, at: this.#now() }))
    this.#events = [...done.filter(({ key }) => there.has(key)), ...truth]
  }
}

/** By key, the values that each thing may have by now; undefined if it may be missing. */
function possibleValues(events: Event[]) {
  const possible = new Map<string, Set<string | undefined>>()
  for (const { what, key, value } of events) {
    const may = possible.get(key) ?? new Set([undefined])
    possible.set(key, what === 'asked' ? may.add(value) : new Set([value]))
  }
  return possible
}
