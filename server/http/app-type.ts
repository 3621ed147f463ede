import type { FastifyInstance } from 'fastify'
import type { Language } from '#contract/french.ts'
import type { Db } from '../db/schema.ts'
import type { Bus } from '../live/bus.ts'
import type { Watch } from '../watch/watch.ts'

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    bus: Bus
    /** The languages that owners read. */
    languages: readonly Language[]
    /** The known facts about the installation, and the resulting conditions for operators. */
    watch: Watch
  }
}

/** The part of the server that answers the contract's calls. */
export type App = FastifyInstance
