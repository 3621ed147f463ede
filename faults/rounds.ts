import type { History } from './history.ts'

/** How often each fault is tried: a few times among the tests, as often as asked for by `npm run faults -- 50`. */
export const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 3)

/** The same for those that take nearly a minute. */
export const FEW_ROUNDS = Math.ceil(ROUNDS / 5)

/** Random plays of what takes a second each: a single round, as the whole check makes, has fewer. */
export const PLAYS = ROUNDS === 1 ? 40 : 200

/** Long enough for any number of rounds on a slow machine. */
export const PATIENCE = 480_000 + ROUNDS * 30_000

/** Prints how much was tried, if rounds were asked for. */
export function report(fault: string, history: History) {
  if (process.env.FAULT_ROUNDS) process.stdout.write(`${fault}: ${history.acknowledged()} acknowledged writes\n`)
}
