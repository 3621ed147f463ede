import { Refusal } from './call.ts'
import { type Sync200, sync } from './client.ts'

type Change = Sync200['changed'][number]
/** What the app holds, by the types that a sync names. */
export type Records = { [One in Change as One['type']]: One['record'] }

/** What the device keeps between two starts of the app; types that the app does not know are kept as well. */
export type Kept = { cursor?: string; records: Record<string, Record<string, unknown>> }

/** Everything that the app shows, on and off line. It is only ever filled by `GET sync`. */
export class Store {
  #kept: Kept

  constructor(kept: Kept = { records: {} }) {
    this.#kept = kept
  }

  /** What to write to the device. */
  get kept() {
    return this.#kept
  }

  /** The records of a type, in no particular order. */
  all<Type extends keyof Records>(type: Type) {
    return Object.values(this.#kept.records[type] ?? {}) as Records[Type][]
  }

  /** Fetches what has changed since the last time. */
  async sync() {
    try {
      await this.#goOnFrom(this.#kept)
    } catch (error) {
      const isOver = error instanceof Refusal && error.failure.code === 'sync_again'
      if (!isOver) throw error
      await this.syncAnew()
    }
  }

  /** Fetches everything: on signing in and out, and where the server no longer knows what has changed. */
  async syncAnew() {
    await this.#goOnFrom({ records: {} })
  }

  /** What the app shows is replaced when all of it has come. */
  async #goOnFrom(before: Kept) {
    const { cursor, records } = structuredClone(before)
    let since = cursor
    for (let more = true; more; ) {
      const answer = await sync(since === undefined ? {} : { since })
      for (const { type, record } of answer.changed) (records[type] ??= {})[record._id] = record
      for (const { type, _id } of answer.deleted) delete records[type]?.[_id]
      since = answer.cursor
      more = answer.more
    }
    this.#kept = { ...(since !== undefined && { cursor: since }), records }
  }
}
