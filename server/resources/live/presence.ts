import type { Present } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { LiveEvent } from '../../live/bus.ts'

/** How long someone counts as present without reporting again, in milliseconds. */
export const LEASE_MS = 45_000

type Lease = Present & { until: number }
type Presence = Extract<LiveEvent, { kind: 'presence' }>

/** Who has which record's form open, as far as this server has heard. `now` is in milliseconds. */
export function presenceBoard(now: () => number = Date.now) {
  const boards = new Map<string, Map<string, Lease>>()
  const keyOf = (type: RecordType, id: string) => `${type} ${id}`
  const placeOf = ({ _id, window_id = '' }: Present) => `${_id} ${window_id}`

  /** The administrators who have it open now, one for each of their windows, in order of arrival. */
  function whoHasOpen(type: RecordType, id: string) {
    const board = boards.get(keyOf(type, id)) ?? new Map<string, Lease>()
    return [...board.values()].filter(({ until }) => until > now()).map(({ until: _until, ...present }) => present)
  }

  return {
    whoHasOpen,
    /** Records an event; returns whether it changed who is present. */
    note({ record_type, record_id, admin, open }: Presence) {
      const before = whoHasOpen(record_type, record_id).length
      const key = keyOf(record_type, record_id)
      const board = boards.get(key) ?? new Map<string, Lease>()
      const place = placeOf(admin)
      if (open) board.set(place, { ...admin, until: now() + LEASE_MS })
      else board.delete(place)
      boards.set(key, board)
      if (!board.size) boards.delete(key)
      return whoHasOpen(record_type, record_id).length !== before
    },
    /** Forgets those whose lease has ended; returns the records affected. */
    expire() {
      const changed: { record_type: RecordType; record_id: string }[] = []
      for (const [key, board] of boards) {
        const gone = [...board.values()].filter(({ until }) => until <= now())
        for (const one of gone) board.delete(placeOf(one))
        if (!board.size) boards.delete(key)
        const [record_type, record_id] = key.split(' ') as [RecordType, string]
        if (gone.length) changed.push({ record_type, record_id })
      }
      return changed
    },
  }
}
