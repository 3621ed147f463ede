import { expect } from 'vitest'
import type { CallOutput, Endpoint } from '#contract/endpoint.ts'
import { type SyncType, sync, syncedLists } from '#contract/owner/sync.ts'
import { waitFor } from './wait-for.ts'

/** Makes a call of the owners' app that must succeed, as a visitor or as an owner. */
export type Ask = <E extends Endpoint>(endpoint: E, input: object) => Promise<CallOutput<E>>
/** Records by type and id. */
type HeldRecords = Map<string, object>

/** An app that only ever syncs. */
export function syncingApp(ask: Ask) {
  const held: HeldRecords = new Map()
  let cursor: string | undefined
  return {
    held,
    cursor: () => cursor ?? '',
    /** Resolves to everything that the app stores, in order. */
    async sync() {
      for (let more = true; more; ) {
        const answer = await ask(sync, cursor === undefined ? {} : { since: cursor })
        for (const { type, record } of answer.changed) held.set(`${type} ${record._id}`, record)
        for (const { type, _id } of answer.deleted) held.delete(`${type} ${_id}`)
        cursor = answer.cursor
        more = answer.more
      }
      return sorted(held)
    },
  }
}

/**
 * A cursor after which only what is written from now on is told: on PostgreSQL, what an open transaction of another test
 * could still precede is told again.
 */
export async function settledCursor(ask: Ask) {
  let since = (await ask(sync, {})).cursor
  await waitFor(async () => {
    const { changed, deleted, cursor } = await ask(sync, { since })
    since = cursor
    expect([changed, deleted]).toEqual([[], []])
  })
  return since
}

/** What the lists return, in the same order; with `own`, also the owner's. */
export async function listedFor(ask: Ask, own = false) {
  const all: HeldRecords = new Map()
  const read = async (type: SyncType, input: object = {}) => {
    const { data } = (await ask<Endpoint>(syncedLists[type], input)) as { data: { _id: string }[] }
    for (const record of data) all.set(`${type} ${record._id}`, record)
    return data
  }
  const types = Object.keys(syncedLists) as SyncType[]
  for (const type of types) if (type !== 'manual_pages' && (own || syncedLists[type].public)) await read(type)
  const manuals = [...all].flatMap(([key]) => (key.startsWith('manuals ') ? [key.slice('manuals '.length)] : []))
  for (const manual_id of manuals) await read('manual_pages', { manual_id })
  return sorted(all)
}

const sorted = (held: HeldRecords) => [...held].toSorted(([one], [other]) => (one < other ? -1 : 1))
