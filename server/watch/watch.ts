import { MINUTE } from '../clock.ts'
import { readFitness, type Unfit } from '../db/engines/fitness.ts'
import type { Db } from '../db/schema.ts'
import type { Log } from '../log.ts'
import { repeat } from '../repeat.ts'
import { type ConditionName, conditions, type Standing, standing } from './conditions.ts'
import { type Facts, readFacts, type Sources } from './facts.ts'

const LOOK_EVERY = MINUTE

/** The known facts about the installation, and the resulting conditions for operators. */
export type Looked = { facts: Facts; standing: Standing[] }
export type Watch = { look: () => Promise<Looked> }

/** Looking for what makes a database refuse saves takes several queries; a fix is noticed at once. */
const FITNESS_EVERY = MINUTE

/** Looks at the installation when asked. `read` is for tests. */
export function watchOver(sources: Sources, read?: () => Promise<Facts>): Watch {
  let known: { unfit: Unfit; at: number } | undefined
  async function fitness(db: Db) {
    const isFit = known && Object.values(known.unfit).every((words) => words === null)
    if (known && isFit && performance.now() - known.at < FITNESS_EVERY) return known.unfit
    known = { unfit: await readFitness(db), at: performance.now() }
    return known.unfit
  }
  let running: Promise<Looked> | undefined
  async function lookNow() {
    const facts = await (read ? read() : readFacts({ ...sources, fitness }))
    return { facts, standing: standing(facts) }
  }
  return {
    // Anyone may ask for /readyz: concurrent requests share one look.
    look() {
      running ??= lookNow().finally(() => {
        running = undefined
      })
      return running
    },
  }
}

const level = { critical: 'error', warning: 'warn', notice: 'info' } as const

/** Logs when a condition begins and when it ends: now, then once a minute. */
export function logConditions(watch: Watch, log: Log<'error' | 'warn' | 'info'>) {
  let known = new Set<ConditionName>()
  async function look() {
    const found = (await watch.look()).standing
    const names = new Set(found.map(({ name }) => name))
    for (const { name, severity, words, remedy } of found) {
      if (!known.has(name)) log[level[severity]]({ condition: name, severity }, `${words} ${remedy}`)
    }
    for (const name of known) {
      if (!names.has(name)) log.info({ condition: name, severity: conditions[name].severity }, 'this condition is over')
    }
    known = names
  }
  return repeat(LOOK_EVERY, look, (error) => log.error({ err: error }, 'the conditions could not be read'))
}
