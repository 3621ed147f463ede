import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { dealers } from '#contract/dealers.ts'
import { imports } from '#contract/imports.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { places } from './places.ts'
import { PATIENCE } from './rounds.ts'
import { keyOf, signIn } from './workload.ts'

const GOOD = 9963
const BROKEN = 37
const HEADS =
  'Name,Type,Active Lines,Address,City,State,Country,Postal Code,Hour Sales,Hour Service,Hour Parts,Latitude,Longitude,External ID'
const row = (place: number) =>
  `Dealer ${place},Dealer,TT,${place} Main Street,Bend,Oregon,United States,97701,9 to 5,9 to 5,9 to 5,44.06,${place % 270 === 5 && place < 270 * BROKEN ? -200 : -121.31},D-${place}`
const file = () =>
  new File([[HEADS, ...Array.from({ length: GOOD + BROKEN }, (_, place) => row(place))].join('\r\n')], 'dealers.csv')
/** Longer than the lease of a job that its process left behind. */
const LONGEST_WAIT_MS = 150_000

it.each(places)(
  'an import that one server has rehearsed is applied by another, whole although that is killed, and undone whole: %s',
  async (_name, prepare) => {
    const { dataDir, start, end } = await prepare()
    let server = await start()
    const token = await signIn(server.url, dataDir)
    const call = () => callerOf(server.url, keyOf(dataDir), token)
    const again = async (signal: 'SIGTERM' | 'SIGKILL') => {
      server.process.kill(signal)
      await once(server.process, 'exit')
      server = await start()
    }
    const count = async () => answered(await call()(dealers.list, { is_deleted: false })).total
    const ended = async (change_id: string) => {
      const state = async () => answered(await call()(changes.get, { change_id })).change.state
      for (let waited = 0; (await state()) === 'running' && waited < LONGEST_WAIT_MS; waited += 500)
        await setTimeout(500)
      return state()
    }

    const { data } = answered(await call()(imports.rehearse, { record_type: 'dealers', file: file() }))
    expect(data.counts).toEqual({ new: GOOD, changed: 0, unchanged: 0, refused: BROKEN })
    expect(await count()).toBe(0)
    await again('SIGTERM')
    const which = { rehearsal_id: data.rehearsal_id }
    const rows = answered(await call()(imports.rows, { ...which, outcome: 'refused', per_page: 100 }))
    expect(rows.data.map(({ row }) => row)).toEqual(Array.from({ length: BROKEN }, (_, place) => 270 * place + 7))
    const applied = answered(await call()(imports.apply, { ...which, without_refused: true }))
    await setTimeout(100 + random() * 600)
    await again('SIGKILL')
    expect(await ended(applied.change_id ?? '')).toBe('done')
    expect(await count()).toBe(GOOD)
    const undone = answered(await call()(changes.undo, { change_id: applied.change_id ?? '' }))
    await again('SIGKILL')
    expect(await ended(undone.change_id ?? '')).toBe('done')
    expect(await count()).toBe(0)
    await server.stop()
    end()
  },
  PATIENCE + 600_000,
)
